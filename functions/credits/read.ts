import { type Balance, expiringSoonDays, readCredits } from '../../src/contract/credits.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { creditStore } from '../adapters/postgres/ledger/ledger-store.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import type { CreditStore } from '../domain/ledger/ledger-store.ts';
import {
  availableCredits,
  heldCredits,
  isLow,
  owedCredits,
  type Wallet,
} from '../domain/ledger/wallet.ts';

/** The balance of the caller; the wallet holds its lots in the order in which they are spent. */
export const read: SessionHandler<typeof readCredits, { readonly credits: CreditStore }> = async (
  { caller, now },
  { credits },
) => {
  const wallet = await credits.read(caller.account.walletId, now);
  return { status: 200, body: balanceOf(wallet, now) };
};

function balanceOf(wallet: Wallet, now: Date): Balance {
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

export const handler = forSession(readCredits, read, (db) => ({ credits: creditStore(db) }));
