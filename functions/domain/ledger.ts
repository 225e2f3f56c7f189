import type { CreditSource } from '../../src/contract/credits.ts';

/** The most credits one grant may give: far inside what a double counts exactly (2^53 − 1). */
export const MAX_AMOUNT_CREDITS = 1_000_000_000;

/** A lot: credits of one grant. `remaining` is what can still be spent or held of it. */
export interface Lot {
  readonly id: string;
  readonly source: CreditSource;
  readonly amountCredits: number;
  readonly remainingCredits: number;
  readonly grantedAt: Date;
  readonly expiresAt: Date;
}

/** A wallet's state: all that the rules need to know. */
export interface Wallet {
  readonly id: string;
  /** How many entries the wallet has; the next one has this number plus one. */
  readonly entryCount: number;
  readonly heldCredits: number;
  /** The only debt: refunds of credits that were already spent. */
  readonly owedCredits: number;
  /** The lots that still have credits, in the order in which they are spent. */
  readonly lots: readonly Lot[];
}

/** One immutable row of a wallet's ledger. The balance is `available + held − owed`. */
export interface Entry {
  /** Counts from 1 without a gap per wallet. */
  readonly number: number;
  readonly kind: 'grant' | 'expire';
  /** What the entry changed the balance by; negative when credits go. */
  readonly amountCredits: number;
  readonly balanceBeforeCredits: number;
  readonly balanceAfterCredits: number;
  readonly availableAfterCredits: number;
  readonly heldAfterCredits: number;
  readonly owedAfterCredits: number;
  readonly lotId: string;
  /** What the entry is about outside the ledger: a trial's key, a payment, a run. */
  readonly reference: string;
  readonly idempotencyKey: string;
  /** Who caused it: `system`, or the name of an operator. */
  readonly actor: string;
  /** When it took effect. */
  readonly at: Date;
}

export interface GrantCommand {
  readonly lotId: string;
  readonly source: CreditSource;
  readonly amountCredits: number;
  readonly expiresAt: Date;
  readonly reference: string;
  readonly idempotencyKey: string;
  readonly actor: string;
  readonly now: Date;
}

type GrantResult =
  | {
      readonly ok: true;
      readonly wallet: Wallet;
      readonly entries: readonly Entry[];
      readonly lot: Lot;
    }
  | { readonly ok: false; readonly code: 'amount_invalid' };

/**
 * Gives a wallet a new lot of credits.
 *
 * @returns the wallet with the lot in it, the entry that records it and the lot itself;
 * `amount_invalid` unless the amount is a whole number from 1 to `MAX_AMOUNT_CREDITS`.
 */
export function grant(wallet: Wallet, command: GrantCommand): GrantResult {
  const { amountCredits, now, source, expiresAt } = command;
  if (!isAmount(amountCredits)) return { ok: false, code: 'amount_invalid' };
  const lot: Lot = {
    id: command.lotId,
    source,
    amountCredits,
    remainingCredits: amountCredits,
    grantedAt: now,
    expiresAt,
  };
  const after: Wallet = {
    ...wallet,
    entryCount: wallet.entryCount + 1,
    lots: inBurnOrder([...wallet.lots, lot]),
  };
  const entry = entryBetween(wallet, after, {
    kind: 'grant',
    lotId: lot.id,
    reference: command.reference,
    idempotencyKey: command.idempotencyKey,
    actor: command.actor,
    at: now,
  });
  return { ok: true, wallet: after, entries: [entry], lot };
}

/**
 * Takes the lots out of a wallet whose time has come: a lot is good before its `expiresAt`, not at
 * it. Each entry bears the lot's expiry as its time, so that a read and a later write tell the
 * same story, whenever they happen.
 *
 * @returns the wallet without those lots, and an entry for each that still had credits.
 */
export function expire(
  wallet: Wallet,
  now: Date,
): { readonly wallet: Wallet; readonly entries: readonly Entry[] } {
  const due = wallet.lots
    .filter((lot) => lot.expiresAt <= now)
    .toSorted((a, b) => byTime(a.expiresAt, b.expiresAt) || byText(a.id, b.id));
  let left = wallet;
  const entries: Entry[] = [];
  for (const lot of due) {
    const before = left;
    left = without(before, lot);
    if (lot.remainingCredits > 0) entries.push(expiryOf(before, left, lot));
  }
  return { wallet: left, entries };
}

/** What can be spent of a wallet, in credits: rule 2 of the ledger makes it the lots' remainders. */
export function availableCredits(wallet: Wallet): number {
  return wallet.lots.reduce((sum, lot) => sum + lot.remainingCredits, 0);
}

/** Lots in the order in which they are spent: priority of the source, earliest expiry, oldest. */
export function inBurnOrder(lots: readonly Lot[]): readonly Lot[] {
  return lots.toSorted(
    (a, b) =>
      burnPriority[a.source] - burnPriority[b.source] ||
      byTime(a.expiresAt, b.expiresAt) ||
      byTime(a.grantedAt, b.grantedAt) ||
      byText(a.id, b.id),
  );
}

/** The lowest burns first. A dispute won gives back what was bought, so it burns like it. */
const burnPriority = {
  trial: 0,
  operator: 1,
  purchase: 2,
  refund_reversed: 2,
} as const satisfies Record<CreditSource, number>;

function isAmount(credits: number): boolean {
  return Number.isSafeInteger(credits) && credits >= 1 && credits <= MAX_AMOUNT_CREDITS;
}

function without(wallet: Wallet, lot: Lot): Wallet {
  return {
    ...wallet,
    entryCount: wallet.entryCount + (lot.remainingCredits > 0 ? 1 : 0),
    lots: wallet.lots.filter((other) => other.id !== lot.id),
  };
}

function expiryOf(before: Wallet, after: Wallet, lot: Lot): Entry {
  return entryBetween(before, after, {
    kind: 'expire',
    lotId: lot.id,
    reference: lot.id,
    idempotencyKey: `expire:${lot.id}`,
    actor: 'system',
    at: lot.expiresAt,
  });
}

type EntryFacts = Pick<Entry, 'kind' | 'lotId' | 'reference' | 'idempotencyKey' | 'actor' | 'at'>;

/** The numbers of an entry come from the two states alone, so they cannot disagree with them. */
function entryBetween(before: Wallet, after: Wallet, facts: EntryFacts): Entry {
  const balanceBeforeCredits = balance(before);
  const balanceAfterCredits = balance(after);
  return {
    ...facts,
    number: after.entryCount,
    amountCredits: balanceAfterCredits - balanceBeforeCredits,
    balanceBeforeCredits,
    balanceAfterCredits,
    availableAfterCredits: availableCredits(after),
    heldAfterCredits: after.heldCredits,
    owedAfterCredits: after.owedCredits,
  };
}

function balance(wallet: Wallet): number {
  return availableCredits(wallet) + wallet.heldCredits - wallet.owedCredits;
}

function byTime(a: Date, b: Date): number {
  return a.getTime() - b.getTime();
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
