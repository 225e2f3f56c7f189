import { type Balance, expiringSoonDays } from '../../../src/contract/credits.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { availableCredits, heldCredits, isLow, owedCredits, type Wallet } from './wallet.ts';

/** The balance of a wallet as of `now`, with its lots in the order in which they are spent. */
export function balanceOf(wallet: Wallet, now: Date): Balance {
  const soon = now.getTime() + expiringSoonDays * DAY_MS;
  return {
    available: availableCredits(wallet),
    held: heldCredits(wallet),
    // A wallet also has lots of which credits are only held or owed.
    grants: wallet.lots
      .filter((lot) => lot.remainingCredits > 0)
      .map((lot) => ({
        id: lot.id,
        source: lot.source,
        remaining: lot.remainingCredits,
        expiresAt: lot.expiresAt.toISOString(),
      })),
    expiringSoon: wallet.lots
      .filter((lot) => lot.expiresAt.getTime() <= soon)
      .reduce((sum, lot) => sum + lot.remainingCredits, 0),
    owed: owedCredits(wallet),
    low: isLow(wallet),
  };
}
