import { hash } from 'node:crypto';
import type { Entry } from '../../../domain/ledger/entry.ts';
import type { Schema } from '../schema/schema.ts';

type EntryRow = Schema['entries'];

/** The columns that the hash of an entry covers, in this order: all others. */
const hashedColumns = [
  'wallet_id',
  'number',
  'kind',
  'quantity',
  'amount',
  'balance_before',
  'balance_after',
  'available_after',
  'held_after',
  'owed_after',
  'lot_id',
  'hold_id',
  'reference',
  'idempotency_key',
  'actor',
  'at',
  'effects',
] as const;

export const entryColumns = [...hashedColumns, 'hash'] as const;

export type HashedEntry = Omit<EntryRow, 'hash'>;

/**
 * Makes the rows of new entries. The hash of a row covers the row and the hash of the entry before. An
 * attacker who changes an entry must therefore change all later hashes, and the wallet's own.
 * @param head the hash of the wallet's last entry; absent before the first
 * @returns the rows, and the hash of the last of them
 */
export function chainEntries(
  walletId: string,
  head: string | undefined,
  entries: readonly Entry[],
): { readonly rows: readonly EntryRow[]; readonly head: string | undefined } {
  let last = head;
  const rows = entries.map((entry) => {
    const row = rowOf(walletId, entry);
    last = hashEntry(last, row);
    return { ...row, hash: last };
  });
  return { rows, head: last };
}

/**
 * SHA-256 as 64 digits of hex. Computed here and not in SQL: nobody has seen that Aurora DSQL has
 * `sha256()`. JSON keeps the values apart, whatever characters they have.
 */
export function hashEntry(previous: string | undefined, row: HashedEntry): string {
  const covered = hashedColumns.map((name) => row[name]);
  return hash('sha256', JSON.stringify([previous ?? '', ...covered]), 'hex');
}

function rowOf(walletId: string, entry: Entry): HashedEntry {
  return {
    wallet_id: walletId,
    number: entry.number,
    kind: entry.kind,
    quantity: entry.quantityCredits,
    amount: entry.amountCredits,
    balance_before: entry.balanceBeforeCredits,
    balance_after: entry.balanceAfterCredits,
    available_after: entry.availableAfterCredits,
    held_after: entry.heldAfterCredits,
    owed_after: entry.owedAfterCredits,
    lot_id: entry.lotId ?? null,
    hold_id: entry.holdId ?? null,
    reference: entry.reference,
    idempotency_key: entry.idempotencyKey,
    actor: entry.actor,
    at: entry.at,
    effects: JSON.stringify({ until: entry.until, lots: entry.moves, key: entry.keyId }),
  };
}
