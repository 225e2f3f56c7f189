import { type Cause, type Change, record } from './entry.ts';
import { changeLots, type Lot, type Share } from './wallet.ts';

interface GivenBack {
  readonly holdId: string;
  readonly shares: readonly Share[];
  readonly cause: Cause;
  readonly at: Date;
}

/**
 * Puts held credits back into the lots that they came from. What a refund could not take from
 * such a lot, because it was held, is paid by it first; and a lot whose time is over is not
 * revived: its credits expire at once, each lot's with an entry of its own.
 */
export function returnToLots(change: Change, { holdId, shares, cause, at }: GivenBack): Change {
  const touched = new Set(shares.map((share) => share.lotId));
  const quantityCredits = shares.reduce((sum, share) => sum + share.amountCredits, 0);
  const after = changeLots(change.wallet, shares, receive);
  const facts = { ...cause, holdId, at };
  const released = record(change, after, { ...facts, kind: 'release', quantityCredits });
  return after.lots
    .filter((lot) => touched.has(lot.id) && lot.expiresAt <= at && lot.remainingCredits > 0)
    .reduce((so, lot) => runOut(so, lot, facts), released);
}

/** Lets what remains of a lot expire, with its entry. */
export function runOut(
  change: Change,
  lot: Lot,
  facts: Cause & { readonly at: Date; readonly holdId?: string },
): Change {
  const all = [{ lotId: lot.id, amountCredits: lot.remainingCredits }];
  const after = changeLots(change.wallet, all, (same, credits) => ({
    ...same,
    remainingCredits: 0,
    expiredCredits: same.expiredCredits + credits,
  }));
  return record(change, after, {
    ...facts,
    kind: 'expire',
    quantityCredits: lot.remainingCredits,
    lotId: lot.id,
  });
}

function receive(lot: Lot, credits: number): Lot {
  const paidCredits = Math.min(credits, lot.owedCredits);
  return {
    ...lot,
    heldCredits: lot.heldCredits - credits,
    owedCredits: lot.owedCredits - paidCredits,
    remainingCredits: lot.remainingCredits + credits - paidCredits,
  };
}
