import { type Accepted, accepted, type Cause, type Refused, record, unchanged } from './entry.ts';
import { isKeyInForce, type KeyRefusal, putHold, requireRoom } from './key-cap.ts';
import {
  availableCredits,
  changeLots,
  type Hold,
  isAmount,
  type Share,
  type Wallet,
} from './wallet.ts';

export interface HoldCommand extends Cause {
  readonly holdId: string;
  /** The personal key that asks for it; absent for other callers. */
  readonly keyId?: string | undefined;
  readonly amountCredits: number;
  readonly expiresAt: Date;
  readonly now: Date;
}

export interface Insufficient extends Refused<'credits_insufficient'> {
  readonly availableCredits: number;
  readonly requiredCredits: number;
}

/**
 * Reserves credits, from the lots in the order in which they are spent. The wallet must be as of
 * `now` (`advance`), or the hold could reserve credits of an expired lot.
 * @returns the wallet with the hold, and its entry. `amount_invalid` unless the amount is a whole
 * number from 1 to `maxAmountCredits`. `personal_key_invalid` or `key_cap_reached` for a key that may not hold
 * so much. `credits_insufficient` for more than is available
 */
export function hold(
  wallet: Wallet,
  command: HoldCommand,
): Accepted | Refused<'amount_invalid'> | KeyRefusal | Insufficient {
  const { amountCredits: requiredCredits, keyId, now } = command;
  if (!isAmount(requiredCredits)) return { ok: false, code: 'amount_invalid' };
  if (keyId !== undefined && !isKeyInForce(wallet, keyId, now)) {
    return { ok: false, code: 'personal_key_invalid' };
  }
  const insufficient =
    (keyId !== undefined && requireRoom(wallet, keyId, { requiredCredits, at: now })) ||
    requireAvailable(wallet, requiredCredits);
  if (insufficient) return insufficient;
  const { wallet: reserved, split } = reserve(wallet, requiredCredits);
  const after = putHold(reserved, holdOf(command, split), now);
  return accepted(
    record(unchanged(wallet), after, {
      kind: 'hold',
      quantityCredits: requiredCredits,
      holdId: command.holdId,
      reference: command.reference,
      idempotencyKey: command.idempotencyKey,
      actor: command.actor,
      at: now,
    }),
  );
}

/** @returns the refusal of more credits than are available */
export function requireAvailable(
  wallet: Wallet,
  requiredCredits: number,
): Insufficient | undefined {
  const available = availableCredits(wallet);
  if (requiredCredits <= available) return undefined;
  const code = 'credits_insufficient';
  return { ok: false, code, availableCredits: available, requiredCredits };
}

/** Moves credits of the lots from remaining to held, in the order in which they are spent. */
export function reserve(
  wallet: Wallet,
  amountCredits: number,
): { readonly wallet: Wallet; readonly split: readonly Share[] } {
  const split = splitOf(wallet, amountCredits);
  const reserved = changeLots(wallet, split, (lot, credits) => ({
    ...lot,
    remainingCredits: lot.remainingCredits - credits,
    heldCredits: lot.heldCredits + credits,
  }));
  return { wallet: reserved, split };
}

/** Takes shares of the lots, in their order, until they add up to the amount. */
function splitOf(wallet: Wallet, amountCredits: number): readonly Share[] {
  let missingCredits = amountCredits;
  return wallet.lots.flatMap((lot) => {
    const taken = Math.min(missingCredits, lot.remainingCredits);
    missingCredits -= taken;
    return taken === 0 ? [] : [{ lotId: lot.id, amountCredits: taken }];
  });
}

function holdOf(command: HoldCommand, split: readonly Share[]): Hold {
  return {
    id: command.holdId,
    amountCredits: command.amountCredits,
    split,
    state: 'open',
    captured: [],
    reference: command.reference,
    actor: command.actor,
    ...(command.keyId !== undefined && { keyId: command.keyId }),
    createdAt: command.now,
    expiresAt: command.expiresAt,
  };
}
