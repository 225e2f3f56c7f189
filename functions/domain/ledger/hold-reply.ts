import type { StoredHoldReply } from '../../../src/contract/hold-reads.ts';
import type { StoredHold } from './ledger-store.ts';
import { sumOfShares, unspentShares } from './wallet.ts';

/** A hold as its service sees it at `now`: an open one past its expiry is shown as expired. */
export function holdReplyOf(hold: StoredHold, now: Date): StoredHoldReply {
  const isOverdue = hold.state === 'open' && hold.expiresAt <= now;
  const status = isOverdue ? 'expired' : hold.state;
  return {
    id: hold.id,
    ...(hold.sub === undefined ? {} : { sub: hold.sub }),
    ...(hold.reference === '' ? {} : { reference: hold.reference }),
    status,
    amount: hold.amountCredits,
    captured: sumOfShares(hold.captured),
    remaining: status === 'open' ? sumOfShares(unspentShares(hold)) : 0,
    createdAt: hold.createdAt.toISOString(),
    expiresAt: hold.expiresAt.toISOString(),
  };
}
