import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';

/**
 * Stores holds of one credit each, with their entries. To make them one by one as the product does
 * would take long. The wallet must have one lot, with enough credits, and no holds.
 */
export async function storeHolds(
  db: Kysely<Schema>,
  walletId: string,
  { count, expiresAt }: { readonly count: number; readonly expiresAt: Date },
): Promise<void> {
  const ids = sql`(select n, md5(${walletId} || n)::uuid as hold_id
    from generate_series(1, ${sql.lit(count)}) as n) as numbered`;
  const statements = [
    sql`insert into holds (id, wallet_id, amount, split, state, captured, reference, created_at,
        expires_at)
      select hold_id, lots.wallet_id, 1, '[["' || lots.id || '",1]]', 'open', '[]', 'run',
        granted_at, ${expiresAt}
      from ${ids}, lots where lots.wallet_id = ${walletId}`,
    sql`insert into entries (wallet_id, number, kind, quantity, amount, balance_before,
        balance_after, available_after, held_after, owed_after, hold_id, reference,
        idempotency_key, actor, at)
      select id, entry_count + n, 'hold', 1, 0, available, available, available - n, n, 0, hold_id,
        'run', 'hold ' || n, 'test', updated_at
      from ${ids}, wallets where id = ${walletId}`,
    sql`update lots set remaining = remaining - ${sql.lit(count)}, held = ${sql.lit(count)}
      where wallet_id = ${walletId}`,
    sql`update wallets set available = available - ${sql.lit(count)}, held = ${sql.lit(count)},
      entry_count = entry_count + ${sql.lit(count)} where id = ${walletId}`,
  ];
  for (const statement of statements) await statement.execute(db);
}
