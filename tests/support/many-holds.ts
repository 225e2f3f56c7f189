import type { Kysely } from 'kysely';
import { newId } from '../../functions/adapters/postgres/connection/store-tools.ts';
import { chainEntries } from '../../functions/adapters/postgres/ledger/entry-chain.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import type { Entry } from '../../functions/domain/ledger/entry.ts';

/** Rows of one statement: an entry has 18 values, and a statement 65,535 at most. */
const AT_ONCE = 1_000;

/**
 * Stores holds of one credit each, with their entries. To make them one by one as the product does
 * would take long. The wallet must have one lot, with enough credits, and no holds.
 */
export async function storeHolds(
  db: Kysely<Schema>,
  walletId: string,
  { count, expiresAt }: { readonly count: number; readonly expiresAt: Date },
): Promise<void> {
  const wallets = db.selectFrom('wallets').where('id', '=', walletId).selectAll();
  const wallet = await wallets.executeTakeFirstOrThrow();
  const lots = db.selectFrom('lots').where('wallet_id', '=', walletId).selectAll();
  const lot = await lots.executeTakeFirstOrThrow();
  const balance = { balanceBeforeCredits: wallet.available, balanceAfterCredits: wallet.available };
  const entries = Array.from({ length: count }, (_, index): Entry => {
    const n = index + 1;
    const amounts = { quantityCredits: 1, amountCredits: 0, ...balance, owedAfterCredits: 0 };
    return {
      ...{ number: wallet.entry_count + n, kind: 'hold', ...amounts },
      ...{ availableAfterCredits: wallet.available - n, heldAfterCredits: n },
      ...{ holdId: newId(lot.granted_at), reference: 'run', idempotencyKey: `hold ${n}` },
      ...{ actor: 'test', at: lot.granted_at, until: expiresAt },
      moves: [[lot.id, -1, 1, 0, 0, 0]],
    };
  });
  const { rows, head } = chainEntries(walletId, wallet.head ?? undefined, entries);
  for (let start = 0; start < count; start += AT_ONCE) {
    const some = rows.slice(start, start + AT_ONCE);
    await db.insertInto('entries').values(some).execute();
    await db
      .insertInto('holds')
      .values(some.map((row) => holdOf(row, lot.id, expiresAt)))
      .execute();
  }
  const held = { remaining: lot.remaining - count, held: count };
  await db.updateTable('lots').where('id', '=', lot.id).set(held).execute();
  const sums = { available: wallet.available - count, held: count, head: head ?? null };
  await db
    .updateTable('wallets')
    .where('id', '=', walletId)
    .set({ ...sums, entry_count: wallet.entry_count + count })
    .execute();
}

function holdOf(row: Schema['entries'], lotId: string, expiresAt: Date): Schema['holds'] {
  return {
    ...{ id: row.hold_id ?? '', wallet_id: row.wallet_id, amount: 1 },
    ...{ split: JSON.stringify([[lotId, 1]]), state: 'open', captured: '[]', reference: 'run' },
    ...{ created_at: row.at, expires_at: expiresAt, actor: row.actor, key_id: null },
  };
}
