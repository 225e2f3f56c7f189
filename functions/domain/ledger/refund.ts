import { DAY_MS } from '../../../src/contract/durations.ts';
import { type Cause, type Change, record, unchanged } from './entry.ts';
import { grant } from './grant.ts';
import { byTime, isAmount, type Lot, type Wallet } from './wallet.ts';

export interface RefundCommand extends Cause {
  /** How many of the bought credits the refund takes. */
  readonly amountCredits: number;
  readonly now: Date;
}

export interface ReverseRefundCommand extends RefundCommand {
  /** The id of the lot that returns the credits. */
  readonly lotId: string;
}

/** Returned credits can be spent for at least this long, in days. */
const MIN_RESTORED_DAYS = 30;

/**
 * Takes back the credits of a refund or a dispute. They come from the lots of the purchase, which
 * have the command's reference and must all be in the wallet. Remaining credits go first. Expired
 * ones are forgiven next, because nobody has spent them. The rest becomes a debt (rule 1).
 * @throws RangeError when the wallet has no lot of the purchase, or the amount is not a whole number
 * from 1 to `maxAmountCredits`
 */
export function refund(wallet: Wallet, command: RefundCommand): Change {
  const { reference, idempotencyKey, actor, amountCredits, now: at } = command;
  requireAmount(amountCredits);
  let missingCredits = amountCredits;
  const take =
    (change: (lot: Lot, wanted: number) => Lot, has: (lot: Lot) => number) => (lot: Lot) => {
      const taken = Math.min(missingCredits, has(lot));
      missingCredits -= taken;
      return taken === 0 ? lot : change(lot, taken);
    };
  const bought = boughtLots(wallet, reference)
    .map(take(takeRemaining, (lot) => lot.remainingCredits))
    .map(take(forgiveExpired, (lot) => lot.expiredCredits))
    .map(take(addDebt, (lot) => Math.max(0, lot.heldCredits - lot.owedCredits)))
    .map(take(addDebt, () => missingCredits));
  const fields = { kind: 'refund', quantityCredits: amountCredits, at } as const;
  const cause = { reference, idempotencyKey, actor };
  return record(unchanged(wallet), replaceLots(wallet, bought), { ...fields, ...cause });
}

/**
 * Returns the credits that a refund has taken, after a won dispute or a failed refund. A new lot
 * returns them, and first pays what the wallet owes. Credits that had expired before the refund
 * expire again. When all of them do, the entry has no lot.
 * @throws RangeError when the wallet has no lot of the purchase, or the amount is not a whole number
 * from 1 to `maxAmountCredits`
 */
export function reverseRefund(wallet: Wallet, command: ReverseRefundCommand): Change {
  const { reference, idempotencyKey, actor, amountCredits, lotId, now: at } = command;
  requireAmount(amountCredits);
  let missingCredits = amountCredits;
  const bought = boughtLots(wallet, reference).map((lot) => {
    const returned = Math.min(missingCredits, lot.refundedCredits);
    missingCredits -= returned;
    if (returned === 0) return lot;
    return { ...lot, refundedCredits: lot.refundedCredits - returned };
  });
  const expiredAgain = missingCredits;
  const before = replaceLots(wallet, addExpired(bought, expiredAgain));
  const fields = { kind: 'refund_reversed', reference, idempotencyKey, actor, at } as const;
  const returnedCredits = amountCredits - expiredAgain;
  if (returnedCredits === 0) {
    return record(unchanged(wallet), before, { ...fields, quantityCredits: amountCredits });
  }
  const granted = grant(before, {
    ...command,
    source: 'refund_reversed',
    amountCredits: returnedCredits,
    expiresAt: restoredUntil(bought, at),
  });
  if (!granted.ok) throw new RangeError(`a lot of ${amountCredits} credits is not possible`);
  // From the wallet as it was, so that the entry has the moves of the old lots too.
  const moved = { ...fields, quantityCredits: returnedCredits, lotId };
  return record(unchanged(wallet), granted.wallet, moved);
}

/** We compute the amount of a refund, so a bad one is a bug of ours. */
function requireAmount(amountCredits: number): void {
  if (!isAmount(amountCredits)) throw new RangeError(`a refund of ${amountCredits} credits`);
}

function boughtLots(wallet: Wallet, reference: string): readonly Lot[] {
  const bought = wallet.lots
    .filter((lot) => lot.reference === reference)
    .toSorted((a, b) => byTime(a.grantedAt, b.grantedAt));
  if (bought.length === 0) throw new RangeError('the refund is of something never bought');
  return bought;
}

function takeRemaining(lot: Lot, credits: number): Lot {
  return {
    ...lot,
    remainingCredits: lot.remainingCredits - credits,
    refundedCredits: lot.refundedCredits + credits,
  };
}

/** To the oldest lot: only bought lots had expired credits, and lots of reversals are younger. */
function addExpired([oldest, ...others]: readonly Lot[], credits: number): readonly Lot[] {
  if (!oldest || credits === 0) return oldest ? [oldest, ...others] : [];
  return [{ ...oldest, expiredCredits: oldest.expiredCredits + credits }, ...others];
}

function forgiveExpired(lot: Lot, credits: number): Lot {
  return { ...lot, expiredCredits: lot.expiredCredits - credits };
}

function addDebt(lot: Lot, credits: number): Lot {
  return {
    ...lot,
    owedCredits: lot.owedCredits + credits,
    refundedCredits: lot.refundedCredits + credits,
  };
}

function replaceLots(wallet: Wallet, changed: readonly Lot[]): Wallet {
  const byId = new Map(changed.map((lot) => [lot.id, lot]));
  return { ...wallet, lots: wallet.lots.map((lot) => byId.get(lot.id) ?? lot) };
}

/** The expiry of the bought lots, but at least `MIN_RESTORED_DAYS` from `now`. */
function restoredUntil(bought: readonly Lot[], now: Date): Date {
  const last = bought.reduce((latest, lot) => Math.max(latest, lot.expiresAt.getTime()), 0);
  return new Date(Math.max(last, now.getTime() + MIN_RESTORED_DAYS * DAY_MS));
}
