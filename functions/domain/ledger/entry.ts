import type { EntryKind } from '../../../src/contract/entries.ts';
import {
  availableCredits,
  balanceCredits,
  heldCredits,
  owedCredits,
  type Wallet,
} from './wallet.ts';

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
  /** The cause outside the ledger: a trial's key, a purchase, a run. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** Who caused it: `system`, a service, or the name of an operator. */
  readonly actor: string;
  /** When it took effect. */
  readonly at: Date;
}

/** What each entry of a command names as its cause. */
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

/**
 * Adds a step to a change: the wallet after it, and its entry. The amounts of the entry are computed
 * from the two states of the wallet, so they cannot disagree with them.
 */
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
  };
  return { wallet: { ...after, entryCount: number }, entries: [...entries, entry] };
}

/** A rule refuses a change: nothing has changed. */
export type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

export type Accepted = Change & { readonly ok: true };

export function accepted(change: Change): Accepted {
  return { ok: true, ...change };
}
