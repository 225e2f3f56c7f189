import { holdSeconds } from '../../../src/contract/holds.ts';
import { type Accepted, accepted, type Cause, type Refused, record, unchanged } from './entry.ts';
import { type Insufficient, requireAvailable, reserve } from './hold.ts';
import { type KeyCapReached, putHold, requireRoom } from './key-cap.ts';
import { type NotSettled, openHold } from './settle.ts';
import { addShares, type Hold, isAmount, type Share, type Wallet } from './wallet.ts';

export interface ChangeHoldCommand extends Pick<Cause, 'idempotencyKey' | 'actor'> {
  readonly holdId: string;
  /** The new amount of the whole hold; absent to leave it. */
  readonly amountCredits?: number | undefined;
  /** Absent to leave the expiry. An earlier one than that of the hold leaves it too. */
  readonly expiresAt?: Date | undefined;
  readonly now: Date;
}

export type NotChanged =
  | NotSettled
  | Insufficient
  | KeyCapReached
  | Refused<'amount_invalid' | 'hold_too_long'>;

/**
 * Raises an open hold that the actor made, from the lots in the order in which they are spent, and
 * extends it. The wallet must be as of `now` (`advance`).
 * @returns the wallet, and the entry of what was added. `amount_invalid` for less than the hold has;
 * `hold_too_long` for an expiry later than `holdSeconds.maxExtended` after the hold was made; or why
 * the hold cannot be changed
 */
export function changeHold(wallet: Wallet, command: ChangeHoldCommand): Accepted | NotChanged {
  const found = openHold(wallet, { holdId: command.holdId, actor: command.actor });
  if (!found.ok) return found;
  const { hold } = found;
  const { amountCredits = hold.amountCredits, expiresAt = hold.expiresAt } = command;
  const addedCredits = amountCredits - hold.amountCredits;
  if (!isAmount(amountCredits) || addedCredits < 0) return { ok: false, code: 'amount_invalid' };
  const latestMs = hold.createdAt.getTime() + holdSeconds.maxExtended * 1_000;
  if (expiresAt.getTime() > latestMs) return { ok: false, code: 'hold_too_long' };
  const { keyId, createdAt: at } = hold;
  const insufficient =
    (keyId !== undefined && requireRoom(wallet, keyId, { requiredCredits: addedCredits, at })) ||
    requireAvailable(wallet, addedCredits);
  if (insufficient) return insufficient;
  const laterMs = Math.max(expiresAt.getTime(), hold.expiresAt.getTime());
  const extended = { ...hold, expiresAt: new Date(laterMs) };
  return accepted(raise(wallet, extended, addedCredits, command));
}

function raise(
  wallet: Wallet,
  hold: Hold,
  addedCredits: number,
  { idempotencyKey, actor, now }: ChangeHoldCommand,
) {
  if (addedCredits === 0) return unchanged(putHold(wallet, hold, hold.createdAt));
  const { wallet: reserved, split: added } = reserve(wallet, addedCredits);
  const split = inLotOrder(wallet, addShares(hold.split, added));
  const raised = { ...hold, amountCredits: hold.amountCredits + addedCredits, split };
  return record(unchanged(wallet), putHold(reserved, raised, now), {
    kind: 'hold',
    quantityCredits: addedCredits,
    holdId: hold.id,
    reference: hold.reference,
    idempotencyKey,
    actor,
    at: now,
  });
}

/** Shares in the order in which lots are spent, so that a raised hold is spent like a new one. */
function inLotOrder({ lots }: Wallet, shares: readonly Share[]): readonly Share[] {
  const place = new Map(lots.map(({ id }, index) => [id, index]));
  const placeOf = ({ lotId }: Share) => place.get(lotId) ?? -1;
  return shares.toSorted((a, b) => placeOf(a) - placeOf(b));
}
