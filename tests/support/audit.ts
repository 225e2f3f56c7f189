import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Schema } from '../../functions/adapters/postgres/schema.ts';
import { trialKey } from '../../functions/domain/trial.ts';
import { trialKeySecret } from './sign-ins.ts';

/**
 * What is looked for: queries for the ids of what is wrong. They are SQL and so without the code
 * under test. No user of these tests is ever deleted, so even what outlives a user in the
 * product (a trial, a wallet and its ledger) must have one.
 */
const checks = {
  'the entries do not sum to the balance of the wallet': sql`
    select id from wallets where available + held - owed <>
      coalesce((select sum(amount) from entries where wallet_id = wallets.id), 0)`,
  'the lots do not sum to what the wallet has available': sql`
    select id from wallets where available <>
      coalesce((select sum(remaining) from lots where wallet_id = wallets.id), 0)`,
  'a sum of the wallet is negative': sql`
    select id from wallets where available < 0 or held < 0 or owed < 0`,
  'the entries of the wallet have gaps': sql`
    select id from wallets
    where entry_count <> (select count(*) from entries where wallet_id = wallets.id)
      or entry_count <>
        coalesce((select max(number) from entries where wallet_id = wallets.id), 0)`,
  'an entry does not follow from the one before': sql`
    select wallet_id as id from (
      select *, lag(balance_after, 1, 0::bigint) over (partition by wallet_id order by number)
        as previous from entries) as chain
    where balance_before <> previous or balance_before + amount <> balance_after
      or balance_after <> available_after + held_after - owed_after`,
  'the lot has no grant of its amount': sql`
    select id from lots where amount <>
      coalesce((select sum(amount) from entries where lot_id = lots.id and kind = 'grant'), 0)`,
  'the key of a grant is not stored': sql`
    select wallet_id as id from entries where kind = 'grant' and not exists (
      select from idempotency_keys as keys
      where keys.wallet_id = entries.wallet_id and keys.key = entries.idempotency_key)`,
  'the user has no wallet': sql`
    select id from users where not exists (select from wallets where wallets.id = wallet_id)`,
  'the trial has no lot': sql`
    select wallet_id as id from trials where not exists (
      select from lots where lots.wallet_id = trials.wallet_id
        and source = 'trial' and reference = trials.key)`,
  'the lot has no trial': sql`
    select id from lots where source = 'trial' and not exists (
      select from trials where key = lots.reference and trials.wallet_id = lots.wallet_id)`,
  'the wallet has no user': sql`
    select id from wallets where not exists (select from users where wallet_id = wallets.id)`,
  'the session belongs to nobody': sql`
    select id from sessions where not exists (
      select from users join wallets on wallets.id = users.wallet_id
      where users.id = sessions.user_id)`,
  'the trial belongs to nobody': sql`
    select wallet_id as id from trials where ${isNobodys('trials')}`,
  'the lot belongs to nobody': sql`select id from lots where ${isNobodys('lots')}`,
  'the entry belongs to nobody': sql`
    select wallet_id as id from entries where ${isNobodys('entries')}`,
  'the idempotency key belongs to nobody': sql`
    select wallet_id as id from idempotency_keys where ${isNobodys('idempotency_keys')}`,
} as const satisfies Record<string, RawBuilder<unknown>>;

const noTrial = 'the verified user had no trial';

export type Finding = keyof typeof checks | typeof noTrial;

/**
 * Recomputes rules 2 and 3 of the ledger for every wallet, and looks for users, sessions and parts
 * of wallets that lack their counterpart.
 *
 * @returns a sentence for each thing that is wrong
 */
export async function auditDatabase(db: Kysely<Schema>): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const [finding, query] of Object.entries(checks)) {
    const { rows } = await sql<{ readonly id: string }>`${query}`.execute(db);
    findings.push(...rows.map(({ id }) => `${id}: ${finding}`));
  }
  const trialless = await usersWithoutTrial(db);
  return [...findings, ...trialless.map((id) => `${id}: ${noTrial}`)];
}

/**
 * Every verified sign-in leaves a trial in the user's wallet, unless the address had its trial in
 * somebody else's: that alone cannot be told without the key of the address.
 */
async function usersWithoutTrial(db: Kysely<Schema>): Promise<readonly string[]> {
  const users = await sql<{ readonly id: string; readonly email: string }>`
    select id, email from users where email_verified and email is not null
      and not exists (select from trials where trials.wallet_id = users.wallet_id)`.execute(db);
  const trials = await db.selectFrom('trials').select('key').execute();
  const keys = new Set(trials.map(({ key }) => key));
  return users.rows
    .filter(({ email }) => !keys.has(trialKey(email, trialKeySecret)))
    .map(({ id }) => id);
}

/** That the wallet of a row is missing, or is no user's. */
function isNobodys(table: keyof Schema): RawBuilder<unknown> {
  const walletId = sql.ref(`${table}.wallet_id`);
  return sql`not exists (
    select from wallets join users on users.wallet_id = wallets.id where wallets.id = ${walletId})`;
}
