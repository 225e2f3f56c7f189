import {
  type Accepted,
  accepted,
  type Cause,
  type Change,
  type Refused,
  record,
  unchanged,
} from './entry.ts';
import { putHold } from './key-cap.ts';
import {
  addShares,
  changeLots,
  type Hold,
  isAmount,
  isSomething,
  type Lot,
  type Share,
  sumOfShares,
  unspentShares,
  type Wallet,
} from './wallet.ts';

/** The hold that a command names. It finds the holds that its own actor made. */
interface OwnHold extends Pick<Cause, 'actor'> {
  readonly holdId: string;
}

interface SettleCommand extends OwnHold, Pick<Cause, 'idempotencyKey'> {
  /** Whether it finds the hold of any maker: an operator settles what a service left behind. */
  readonly ofAnyMaker?: boolean | undefined;
  readonly now: Date;
}

export interface CaptureCommand extends SettleCommand {
  /** Absent for everything that the hold still has. */
  readonly amountCredits?: number | undefined;
  /** Whether the hold keeps the rest for further captures, instead of ending. */
  readonly keepsRest?: boolean | undefined;
}

export type ReleaseCommand = SettleCommand;

export type NotSettled = Refused<'hold_not_found' | 'hold_already_settled' | 'hold_expired'>;

/**
 * Spends the credits of a hold, or some of them, and returns the rest to their lots. With
 * `keepsRest` the hold stays open with the rest, if there is any. The wallet must be as of `now`
 * (`advance`).
 * @returns the wallet and the entries of the capture and the release; `amount_invalid` for more than
 * the hold still has, or why the hold cannot be settled
 */
export function capture(
  wallet: Wallet,
  command: CaptureCommand,
): Accepted | Refused<'amount_invalid'> | NotSettled {
  const found = openHold(wallet, command);
  if (!found.ok) return found;
  const unspent = unspentShares(found.hold);
  const unspentCredits = sumOfShares(unspent);
  const amountCredits = command.amountCredits ?? unspentCredits;
  if (!isAmount(amountCredits) || amountCredits > unspentCredits) {
    return { ok: false, code: 'amount_invalid' };
  }
  const { spent, rest } = divide(unspent, amountCredits);
  const staysOpen = command.keepsRest === true && rest.length > 0;
  const settled: Hold = {
    ...found.hold,
    state: staysOpen ? 'open' : 'captured',
    captured: addShares(found.hold.captured, spent),
  };
  const after = putHold(spend(wallet, spent), settled, command.now);
  const cause = causeOf(found.hold, command);
  const captured = record(unchanged(wallet), after, {
    kind: 'capture',
    quantityCredits: amountCredits,
    holdId: command.holdId,
    ...cause,
    at: command.now,
  });
  if (rest.length === 0 || staysOpen) return accepted(captured);
  return accepted(
    returnToLots(captured, { holdId: command.holdId, shares: rest, cause, at: command.now }),
  );
}

/**
 * Returns what a hold still has to its lots. The wallet must be as of `now` (`advance`).
 * @returns the wallet and the entries of the release and of lots that have expired since the hold;
 * or why the hold cannot be settled
 */
export function release(wallet: Wallet, command: ReleaseCommand): Accepted | NotSettled {
  const found = openHold(wallet, command);
  if (!found.ok) return found;
  const ended = putHold(wallet, { ...found.hold, state: 'released' }, command.now);
  return accepted(
    returnToLots(unchanged(ended), {
      holdId: command.holdId,
      shares: unspentShares(found.hold),
      cause: causeOf(found.hold, command),
      at: command.now,
    }),
  );
}

/**
 * The hold that a command names, or why it can neither be settled nor changed. A hold of another
 * maker counts as not found, whatever its state, so that nobody learns whether there is one.
 */
export function openHold(
  wallet: Wallet,
  { holdId, actor, ofAnyMaker = false }: OwnHold & Pick<SettleCommand, 'ofAnyMaker'>,
): { readonly ok: true; readonly hold: Hold } | NotSettled {
  const hold = wallet.holds.find((one) => one.id === holdId);
  const isFound = hold && (ofAnyMaker || hold.actor === actor);
  if (!isFound) return { ok: false, code: 'hold_not_found' };
  if (hold.state === 'expired') return { ok: false, code: 'hold_expired' };
  if (hold.state !== 'open') return { ok: false, code: 'hold_already_settled' };
  return { ok: true, hold };
}

/** The reference stays that of the hold, whoever settles it. */
function causeOf(
  { reference }: Hold,
  { idempotencyKey, actor }: Pick<Cause, 'idempotencyKey' | 'actor'>,
): Cause {
  return { reference, idempotencyKey, actor };
}

/** Divides the shares of a hold. The first ones are spent, as they would be without the hold. */
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

function spend(wallet: Wallet, spent: readonly Share[]): Wallet {
  return changeLots(wallet, spent, (lot, credits) => ({
    ...lot,
    heldCredits: lot.heldCredits - credits,
  }));
}

interface ReturnedShares {
  readonly holdId: string;
  readonly shares: readonly Share[];
  readonly cause: Cause;
  readonly at: Date;
}

/**
 * Returns held credits to their lots. Each lot first pays what it owes: a refund could not take
 * these credits while they were held. Credits of a lot past its expiry expire at once, with an entry
 * for each lot.
 */
export function returnToLots(
  change: Change,
  { holdId, shares, cause, at }: ReturnedShares,
): Change {
  const touched = new Set(shares.map((share) => share.lotId));
  const quantityCredits = sumOfShares(shares);
  const after = changeLots(change.wallet, shares, receive);
  const fields = { ...cause, holdId, at };
  const released = record(change, after, { ...fields, kind: 'release', quantityCredits });
  return after.lots
    .filter((lot) => touched.has(lot.id) && lot.expiresAt <= at && lot.remainingCredits > 0)
    .reduce((current, lot) => expireLot(current, lot, fields), released);
}

/** Expires what remains of a lot, with its entry. */
export function expireLot(
  change: Change,
  lot: Lot,
  fields: Cause & { readonly at: Date; readonly holdId?: string },
): Change {
  const all = [{ lotId: lot.id, amountCredits: lot.remainingCredits }];
  const after = changeLots(change.wallet, all, (same, credits) => ({
    ...same,
    remainingCredits: 0,
    expiredCredits: same.expiredCredits + credits,
  }));
  return record(change, after, {
    ...fields,
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
