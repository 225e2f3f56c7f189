import { isAmount } from './amount.ts';
import { type Accepted, accepted, type Cause, type Refused, record, unchanged } from './entry.ts';
import { returnToLots } from './return-to-lots.ts';
import { changeLots, type Hold, type Share, type Wallet } from './wallet.ts';

export interface CaptureCommand extends Pick<Cause, 'idempotencyKey' | 'actor'> {
  readonly holdId: string;
  /** Absent for the whole hold. */
  readonly amountCredits?: number | undefined;
  readonly now: Date;
}

export interface ReleaseCommand extends Pick<Cause, 'idempotencyKey' | 'actor'> {
  readonly holdId: string;
  readonly now: Date;
}

/** Why a hold cannot be settled. */
export type NotSettled = Refused<'hold_not_found' | 'hold_already_settled' | 'hold_expired'>;

/**
 * Settles a hold for its amount or less, and gives back the rest. The wallet must be as of `now`.
 *
 * @returns the wallet, and the entries of the capture and of what went back; or why not
 */
export function capture(
  wallet: Wallet,
  command: CaptureCommand,
): Accepted | Refused<'amount_invalid'> | NotSettled {
  const found = openHold(wallet, command.holdId);
  if (!found.ok) return found;
  const amountCredits = command.amountCredits ?? found.hold.amountCredits;
  if (!isAmount(amountCredits) || amountCredits > found.hold.amountCredits) {
    return { ok: false, code: 'amount_invalid' };
  }
  const { spent, rest } = divide(found.hold.split, amountCredits);
  const after = endHold(spend(wallet, spent), {
    ...found.hold,
    state: 'captured',
    captured: spent,
  });
  const cause = causeOf(found.hold, command);
  const captured = record(unchanged(wallet), after, {
    kind: 'capture',
    quantityCredits: amountCredits,
    holdId: command.holdId,
    ...cause,
    at: command.now,
  });
  if (rest.length === 0) return accepted(captured);
  return accepted(
    returnToLots(captured, { holdId: command.holdId, shares: rest, cause, at: command.now }),
  );
}

/**
 * Gives a hold back, whole. The wallet must be as of `now`.
 *
 * @returns the wallet, and the entries of what went back and of what had expired meanwhile
 */
export function release(wallet: Wallet, command: ReleaseCommand): Accepted | NotSettled {
  const found = openHold(wallet, command.holdId);
  if (!found.ok) return found;
  const ended = endHold(wallet, { ...found.hold, state: 'released' });
  return accepted(
    returnToLots(unchanged(ended), {
      holdId: command.holdId,
      shares: found.hold.split,
      cause: causeOf(found.hold, command),
      at: command.now,
    }),
  );
}

/** The wallet with a hold in its final state. */
export function endHold(wallet: Wallet, ended: Hold): Wallet {
  return { ...wallet, holds: wallet.holds.map((one) => (one.id === ended.id ? ended : one)) };
}

function openHold(
  wallet: Wallet,
  holdId: string,
): { readonly ok: true; readonly hold: Hold } | NotSettled {
  const hold = wallet.holds.find((one) => one.id === holdId);
  if (!hold) return { ok: false, code: 'hold_not_found' };
  if (hold.state === 'expired') return { ok: false, code: 'hold_expired' };
  if (hold.state !== 'open') return { ok: false, code: 'hold_already_settled' };
  return { ok: true, hold };
}

/** A settled hold is still about the same run, whoever settles it. */
function causeOf(
  { reference }: Hold,
  { idempotencyKey, actor }: Pick<Cause, 'idempotencyKey' | 'actor'>,
): Cause {
  return { reference, idempotencyKey, actor };
}

/** Divides a split: what is spent burns first, as it would have without the hold. */
function divide(
  split: readonly Share[],
  amountCredits: number,
): { readonly spent: readonly Share[]; readonly rest: readonly Share[] } {
  let missingCredits = amountCredits;
  const parts = split.map(({ lotId, amountCredits: held }) => {
    const taken = Math.min(missingCredits, held);
    missingCredits -= taken;
    return {
      spent: { lotId, amountCredits: taken },
      rest: { lotId, amountCredits: held - taken },
    };
  });
  return {
    spent: parts.map(({ spent }) => spent).filter(isSomething),
    rest: parts.map(({ rest }) => rest).filter(isSomething),
  };
}

function isSomething({ amountCredits }: Share): boolean {
  return amountCredits > 0;
}

function spend(wallet: Wallet, spent: readonly Share[]): Wallet {
  return changeLots(wallet, spent, (lot, credits) => ({
    ...lot,
    heldCredits: lot.heldCredits - credits,
  }));
}
