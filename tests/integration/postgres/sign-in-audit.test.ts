import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { auditDatabase, type Finding } from '../../support/audit.ts';
import { migratedDatabase } from '../../support/database.ts';
import { aSignIn } from '../../support/sign-ins.ts';

/** The statements that break the data of a good sign-in, by the finding. */
const breaches: Readonly<Record<Finding, readonly string[]>> = {
  'the user has no wallet': ['delete from wallets'],
  'the verified user had no trial': [
    'delete from trials',
    'delete from trials; delete from lots; delete from entries; delete from idempotency_keys',
    "update trials set key = 'another', wallet_id = gen_random_uuid()",
  ],
  'the trial has no lot': ['delete from lots', "update lots set source = 'operator'"],
  'the lot has no trial': ['delete from trials', "update lots set reference = 'another'"],
  'the wallet has no user': ['delete from users'],
  'the trial’s key is not stored': [
    'delete from idempotency_keys',
    "update idempotency_keys set key = 'another'",
  ],
  'the session belongs to nobody': ['delete from users', 'delete from wallets'],
  'the trial belongs to nobody': ['delete from users', 'delete from wallets'],
};

let db: Kysely<Schema>;

beforeAll(async () => {
  const opened = await migratedDatabase('embedded');
  db = opened.db;
  await userStore(db).signIn(aSignIn('ada'));
  return opened.close;
});

/** The findings of the audit after some statements, which are then undone. */
async function findingsAfter(statements: string): Promise<readonly string[]> {
  const trx = await db.startTransaction().execute();
  try {
    for (const statement of statements.split(';')) await sql.raw(statement).execute(trx);
    return await auditDatabase(trx);
  } finally {
    await trx.rollback().execute();
  }
}

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

describe.each(Object.entries(breaches))('the audit finds that %s', (finding, statements) => {
  test.each(statements)('after: %s', async (statement) => {
    const found = (await findingsAfter(statement)).map((sentence) => sentence.split(': '));
    expect(found).toContainEqual([expect.stringMatching(uuid), finding]);
  });
});

test('the audit finds nothing wrong with the rows of sign-ins', async () => {
  const shared = { email: 'ada+two@example.com' };
  await userStore(db).signIn(aSignIn('ada'));
  await userStore(db).signIn(aSignIn('ada-by-another-provider', shared));
  await userStore(db).signIn(aSignIn('bob', { verified: false }));
  expect(await auditDatabase(db)).toEqual([]);
});
