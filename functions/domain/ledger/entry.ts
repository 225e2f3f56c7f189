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
  /** What the entry is about, in credits: never negative, also where the balance stays. */
  readonly quantityCredits: number;
  /** What the entry changed the balance by; negative when credits go, 0 when they only move. */
  readonly amountCredits: number;
  readonly balanceBeforeCredits: number;
  readonly balanceAfterCredits: number;
  readonly availableAfterCredits: number;
  readonly heldAfterCredits: number;
  readonly owedAfterCredits: number;
  /** The lot that the entry is about, where it is about one. */
  readonly lotId?: string;
  /** The hold that the entry is about, where it is about one. */
  readonly holdId?: string;
  /** What the entry is about outside the ledger: a trial's key, a purchase, a run. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** Who caused it: `system`, a service, or the name of an operator. */
  readonly actor: string;
  /** When it took effect. */
  readonly at: Date;
}

/** What a command says of itself in the entries that it makes. */
export interface Cause {
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly actor: string;
}

/** A new state of a wallet, and the entries that lead to it. */
export interface Change {
  readonly wallet: Wallet;
  readonly entries: readonly Entry[];
}

type EntryFields = Cause & Pick<Entry, 'kind' | 'quantityCredits' | 'lotId' | 'holdId' | 'at'>;

/** A wallet to which nothing has happened yet. */
export function unchanged(wallet: Wallet): Change {
  return { wallet, entries: [] };
}

/**
 * Adds the next step to a change: the state that it leads to, and its entry. The entry's numbers
 * come from the two states alone, so they cannot disagree with them.
 */
export function record(
  { wallet: before, entries }: Change,
  after: Wallet,
  facts: EntryFields,
): Change {
  const number = before.entryCount + 1;
  const balanceBeforeCredits = balanceCredits(before);
  const balanceAfterCredits = balanceCredits(after);
  const entry: Entry = {
    ...facts,
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

/** A command's outcome that the rules do not allow: its code, and nothing has changed. */
export type Refused<Code extends string> = { readonly ok: false; readonly code: Code };

/** A command's outcome that they allow. */
export type Accepted = Change & { readonly ok: true };

export function accepted(change: Change): Accepted {
  return { ok: true, ...change };
}
