import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabases, database } from '../../../functions/adapters/postgres/database.ts';
import { migrate } from '../../../functions/adapters/postgres/migrate.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema.ts';
import { userStore } from '../../../functions/adapters/postgres/user-store.ts';
import { auditDatabase, type Finding } from '../../support/audit.ts';
import { type EmptyDatabase, emptyFolder } from '../../support/database.ts';
import { aSignIn } from '../../support/sign-ins.ts';

/** What breaks the data of a good sign-in, by what the audit must then find. */
const breaches: Readonly<Record<Finding, readonly string[]>> = {
  'the entries do not sum to the balance of the wallet': [
    'update wallets set available = available + 1',
    'update wallets set held = 1',
    'update wallets set owed = 1',
    'delete from entries',
  ],
  'the lots do not sum to what the wallet has available': [
    'update lots set remaining = remaining - 1',
    'delete from lots',
  ],
  'a sum of the wallet is negative': [
    'alter table wallets drop constraint wallets_never_negative; update wallets set available = -1',
    'alter table wallets drop constraint wallets_never_negative; update wallets set held = -1',
    'alter table wallets drop constraint wallets_never_negative; update wallets set owed = -1',
  ],
  'the entries of the wallet have gaps': [
    'update entries set number = 2',
    'update wallets set entry_count = 2',
  ],
  'an entry does not follow from the one before': [
    'update entries set balance_before = 1, balance_after = balance_after + 1',
    'update entries set available_after = available_after - 1',
    'alter table entries drop constraint entries_add_up; update entries set balance_after = 1, available_after = 1',
  ],
  'the lot has no grant of its amount': [
    'update lots set amount = amount + 1',
    "update entries set kind = 'expire'",
    'update entries set lot_id = null',
  ],
  'the key of a grant is not stored': [
    'delete from idempotency_keys',
    "update entries set idempotency_key = 'another'",
  ],
  'the user has no wallet': ['delete from wallets'],
  'the verified user had no trial': [
    'delete from trials',
    'delete from trials; delete from lots; delete from entries; delete from idempotency_keys',
    "update trials set key = 'another', wallet_id = gen_random_uuid()",
  ],
  'the trial has no lot': ['delete from lots', "update lots set source = 'operator'"],
  'the lot has no trial': ['delete from trials', "update lots set reference = 'another'"],
  'the wallet has no user': ['delete from users'],
  'the session belongs to nobody': ['delete from users', 'delete from wallets'],
  'the trial belongs to nobody': ['delete from users', 'delete from wallets'],
  'the lot belongs to nobody': ['delete from users', 'delete from wallets'],
  'the entry belongs to nobody': ['delete from users', 'delete from wallets'],
  'the idempotency key belongs to nobody': ['delete from users', 'delete from wallets'],
};

let home: EmptyDatabase;
let db: Kysely<Schema>;

beforeAll(async () => {
  home = emptyFolder();
  db = database(home);
  await migrate(db);
  await userStore(db).signIn(aSignIn('ada'));
});

afterAll(async () => {
  await closeDatabases();
  await home.remove();
});

/** What the audit finds once some statements ran; they are undone afterwards. */
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

test('the audit finds nothing wrong with what sign-ins store', async () => {
  const shared = { email: 'ada+two@example.com' };
  await userStore(db).signIn(aSignIn('ada'));
  await userStore(db).signIn(aSignIn('ada-by-another-provider', shared));
  await userStore(db).signIn(aSignIn('bob', { verified: false }));
  expect(await auditDatabase(db)).toEqual([]);
});
