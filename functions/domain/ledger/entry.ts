import type { EntryKind } from '../../../src/contract/entries.ts';
import {
  availableCredits,
  balanceCredits,
  heldCredits,
  type Lot,
  owedCredits,
  type Wallet,
} from './wallet.ts';

/** How an entry changes a lot: remaining, held, owed, expired and refunded, in credits. */
export type LotMove = readonly [lotId: string, ...changes: readonly number[]];

const movedNumbers = ['remaining', 'held', 'owed', 'expired', 'refunded'] as const;

/** One immutable row of a wallet's ledger. The balance is `available + held − owed`. */
export interface Entry {
  /** Counts from 1 without a gap per wallet. */
  readonly number: number;
  readonly kind: EntryKind;
  /** How many credits the entry moves; never negative, and also above 0 where the balance stays. */
  readonly quantityCredits: number;
  /** The change of the balance, in credits; 0 when credits only move between available and held. */
  readonly amountCredits: number;
  readonly balanceBeforeCredits: number;
  readonly balanceAfterCredits: number;
  readonly availableAfterCredits: number;
  readonly heldAfterCredits: number;
  readonly owedAfterCredits: number;
  /** The lot of a grant, an expiry or a refund. */
  readonly lotId?: string;
  /** The hold that was made, captured or released. */
  readonly holdId?: string;
  /** The personal key of that hold. */
  readonly keyId?: string;
  /** The cause outside the ledger: a trial's key, a purchase, a run. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** The actor of the change: `system`, a service, or the name of an operator. */
  readonly actor: string;
  /** When it took effect. */
  readonly at: Date;
  /** All lots that it changes, so that every lot is the sum of its moves. */
  readonly moves: readonly LotMove[];
  /** The end of the lot that it made, or of the hold that it leaves open. */
  readonly until?: Date;
}

/** The cause that each entry of a command names. */
export interface Cause {
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly actor: string;
}

/** A new state of a wallet, and the entries of all steps to it. */
export interface Change {
  readonly wallet: Wallet;
  readonly entries: readonly Entry[];
}

type EntryFields = Cause & Pick<Entry, 'kind' | 'quantityCredits' | 'lotId' | 'holdId' | 'at'>;

export function unchanged(wallet: Wallet): Change {
  return { wallet, entries: [] };
}

/** Adds a step to a change: the wallet after it, and the entry that follows from both states. */
export function record(
  { wallet: before, entries }: Change,
  after: Wallet,
  fields: EntryFields,
): Change {
  const number = before.entryCount + 1;
  const balanceBeforeCredits = balanceCredits(before);
  const balanceAfterCredits = balanceCredits(after);
  const entry: Entry = {
    ...fields,
    number,
    amountCredits: balanceAfterCredits - balanceBeforeCredits,
    balanceBeforeCredits,
    balanceAfterCredits,
    availableAfterCredits: availableCredits(after),
    heldAfterCredits: heldCredits(after),
    owedAfterCredits: owedCredits(after),
    ...effectsOf(before, after, fields),
  };
  return { wallet: { ...after, entryCount: number }, entries: [...entries, entry] };
}

/** The rules copy a lot when they change it, and only then. */
function effectsOf(
  before: Wallet,
  after: Wallet,
  { holdId, lotId }: EntryFields,
): Pick<Entry, 'moves' | 'until' | 'keyId'> {
  const known = new Map(before.lots.map((lot) => [lot.id, lot]));
  const moved = after.lots.filter((lot) => lot !== known.get(lot.id));
  const hold = after.holds.find(({ id }) => id === holdId);
  const made = hold ?? moved.find(({ id }) => id === lotId && !known.has(id));
  const isLeftOpen = hold === undefined || hold.state === 'open';
  return {
    moves: moved.map((lot) => moveBetween(known.get(lot.id), lot)),
    ...(made && isLeftOpen && { until: made.expiresAt }),
    ...(hold?.keyId !== undefined && { keyId: hold.keyId }),
  };
}

function moveBetween(before: Lot | undefined, after: Lot): LotMove {
  const change = (name: (typeof movedNumbers)[number]) =>
    after[`${name}Credits`] - (before?.[`${name}Credits`] ?? 0);
  return [after.id, ...movedNumbers.map(change)];
}

/** A rule refuses a change: nothing has changed. */
export type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

export type Accepted = Change & { readonly ok: true };

export function accepted(change: Change): Accepted {
  return { ok: true, ...change };
}
