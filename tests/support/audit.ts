import { type Kysely, type RawBuilder, sql } from 'kysely';
import { auditLedger } from '../../functions/adapters/postgres/audit/audit.ts';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';
import { trialKeys } from '../../functions/domain/account/trial.ts';
import { trialKeySecret } from './sign-ins.ts';

/**
 * The checks that the product's own audit lacks: queries for people and wallets that do not match.
 * No test that uses them deletes a user. So even rows that outlive a user in the product (a trial,
 * a wallet) must have one.
 */
const checks = {
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
  'the trial’s key is not stored': sql`
    select wallet_id as id from trials where not exists (
      select from idempotency_keys as keys
      where keys.wallet_id = trials.wallet_id and keys.key = 'grant trial')`,
  'the session belongs to nobody': sql`
    select id from sessions where not exists (
      select from users join wallets on wallets.id = users.wallet_id
      where users.id = sessions.user_id)`,
  'the trial belongs to nobody': sql`
    select wallet_id as id from trials where not exists (
      select from wallets join users on users.wallet_id = wallets.id
      where wallets.id = trials.wallet_id)`,
} as const satisfies Record<string, RawBuilder<unknown>>;

const noTrial = 'the verified user had no trial';

export type Finding = keyof typeof checks | typeof noTrial;

/**
 * Audits the ledger as the product does, and looks for users, sessions and trials without a
 * counterpart.
 *
 * @returns a sentence for each fault
 */
export async function auditDatabase(db: Kysely<Schema>): Promise<readonly string[]> {
  const ledger = await auditLedger(db);
  const findings = ledger.map(({ walletId, sentence }) => `${walletId}: ${sentence}`);
  for (const [finding, query] of Object.entries(checks)) {
    const { rows } = await sql<{ readonly id: string }>`${query}`.execute(db);
    findings.push(...rows.map(({ id }) => `${id}: ${finding}`));
  }
  const trialless = await usersWithoutTrial(db);
  return [...findings, ...trialless.map((id) => `${id}: ${noTrial}`)];
}

/**
 * Every verified sign-in leaves a trial in the user's wallet, unless the address had its trial in
 * another one, or was withheld. Without the key of the address, nobody can check the exception.
 */
async function usersWithoutTrial(db: Kysely<Schema>): Promise<readonly string[]> {
  const users = await sql<{ readonly id: string; readonly email: string }>`
    select id, email from users where email_verified and email is not null and trial_withheld is null
      and not exists (select from trials where trials.wallet_id = users.wallet_id)`.execute(db);
  const trials = await db.selectFrom('trials').select('key').execute();
  const keys = new Set(trials.map(({ key }) => key));
  return users.rows
    .filter(({ email }) =>
      Object.values(trialKeys(email, trialKeySecret) ?? {}).every((key) => !keys.has(key)),
    )
    .map(({ id }) => id);
}
