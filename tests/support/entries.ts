import type { StoredEntry } from '../../functions/domain/ledger/ledger-store.ts';

/** A grant of 25 credits; `changes` make another entry of it. */
export function anEntry(changes: Partial<StoredEntry> = {}): StoredEntry {
  return {
    number: 7,
    kind: 'grant',
    quantityCredits: 25,
    amountCredits: 25,
    balanceBeforeCredits: 7,
    balanceAfterCredits: 32,
    availableAfterCredits: 30,
    heldAfterCredits: 3,
    owedAfterCredits: 1,
    reference: 'reference',
    idempotencyKey: 'key',
    actor: 'system',
    at: new Date('2026-11-21T11:00:00Z'),
    ...changes,
  };
}
