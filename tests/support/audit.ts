import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../functions/adapters/postgres/schema.ts';

/**
 * Recomputes rules 2 and 3 of the ledger for every wallet, in SQL and so without the code under
 * test, and looks for users, trials, sessions and wallets that lack their counterpart.
 *
 * @returns a sentence for each thing that is wrong
 */
export async function auditDatabase(db: Kysely<Schema>): Promise<readonly string[]> {
  const findings = await Promise.all([
    find(
      db,
      sql`select id from wallets where available + held - owed <> coalesce((select sum(amount) from entries where wallet_id = wallets.id), 0)`,
      'its entries do not sum to its balance',
    ),
    find(
      db,
      sql`select id from wallets where available <> coalesce((select sum(remaining) from lots where wallet_id = wallets.id), 0)`,
      'its lots do not sum to what is available',
    ),
    find(
      db,
      sql`select id from wallets where available < 0 or held < 0 or owed < 0`,
      'one of its sums is negative',
    ),
    find(
      db,
      sql`select id from wallets where entry_count <> (select count(*) from entries where wallet_id = wallets.id) or entry_count <> coalesce((select max(number) from entries where wallet_id = wallets.id), 0)`,
      'its entries have gaps',
    ),
    find(
      db,
      sql`select wallet_id as id from (select wallet_id, balance_before, balance_after, amount, available_after, held_after, owed_after, lag(balance_after, 1, 0::bigint) over (partition by wallet_id order by number) as previous from entries) as chain where balance_before <> previous or balance_before + amount <> balance_after or balance_after <> available_after + held_after - owed_after`,
      'an entry does not follow from the one before',
    ),
    find(
      db,
      sql`select lots.id from lots where amount <> coalesce((select sum(amount) from entries where lot_id = lots.id and kind = 'grant'), 0)`,
      'the lot has no grant of its amount',
    ),
    find(
      db,
      sql`select id from users where not exists (select 1 from wallets where wallets.id = wallet_id)`,
      'the user has no wallet',
    ),
    find(
      db,
      sql`select id from wallets where not exists (select 1 from users where wallet_id = wallets.id)`,
      'the wallet has no user',
    ),
    find(
      db,
      sql`select wallet_id as id from trials where not exists (select 1 from lots where lots.wallet_id = trials.wallet_id and source = 'trial' and reference = trials.key)`,
      'the trial has no lot',
    ),
    find(
      db,
      sql`select id from lots where source = 'trial' and not exists (select 1 from trials where key = lots.reference and trials.wallet_id = lots.wallet_id)`,
      'the lot has no trial',
    ),
    find(
      db,
      sql`select id from sessions where not exists (select 1 from users where users.id = user_id)`,
      'the session has no user',
    ),
    find(
      db,
      sql`select wallet_id as id from entries where kind = 'grant' and not exists (select 1 from idempotency_keys where idempotency_keys.wallet_id = entries.wallet_id and key = idempotency_key)`,
      'the key of a grant is not stored',
    ),
  ]);
  return findings.flat();
}

async function find(
  db: Kysely<Schema>,
  query: ReturnType<typeof sql>,
  finding: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ readonly id: string }>`${query}`.execute(db);
  return rows.map(({ id }) => `${id}: ${finding}`);
}
