import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import {
  closeDatabases,
  database,
  openServer,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { openPool } from '../../../functions/adapters/postgres/connection/server.ts';
import { ping, sqlClient } from '../../../functions/adapters/postgres/connection/sql-client.ts';
import { migrate, migrations } from '../../../functions/adapters/postgres/schema/migrate.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import {
  type databaseKinds,
  databaseOfTest,
  type MigratedDatabase,
  migratedDatabase,
} from '../../support/database.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const ROUNDS = 5;

describe.each(thoroughness.databases)('migrate on the %s database', (kind) => {
  test('twice at once and once more applies each migration once', async () => {
    const home = await databaseOfTest(kind);
    const db = database(home);
    await Promise.all([migrate(db), migrate(db)]);
    await migrate(db);
    expect(await applied(db)).toEqual(Object.keys(migrations));
    expect(await userStore(db).signIn(aSignIn('ada'))).toMatchObject({ ok: true });
  });

  test('a new database has no user, no session and no service key', async () => {
    const { db } = await migratedOfTest(kind);
    for (const table of ['users', 'sessions', 'service_keys'] as const) {
      expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
    }
  });

  test('continues after an interruption at any table', async () => {
    const { db } = await migratedOfTest(kind);
    await sql`drop table idempotency_keys`.execute(db);
    await sql`drop index sessions_user_id`.execute(db);
    await sql`delete from kysely_migration`.execute(db);
    await migrate(db);
    expect(await applied(db)).toEqual(Object.keys(migrations));
    expect(await userStore(db).signIn(aSignIn('ada'))).toMatchObject({ ok: true });
  });

  test('finds the mailboxes of users from before, where the address is verified', async () => {
    const { db } = await migratedOfTest(kind);
    const email = 'Ada.L+mill@GoogleMail.com';
    await userStore(db).signIn(aSignIn('ada', { email }));
    await userStore(db).signIn(aSignIn('eve', { email, verified: false }));
    await sql`update users set mailbox = null`.execute(db);
    await sql`delete from kysely_migration where name >= '0011'`.execute(db);
    await migrate(db);
    const users = await db.selectFrom('users').select(['sub', 'mailbox']).orderBy('sub').execute();
    expect(users).toEqual([
      { sub: 'ada', mailbox: 'adal@gmail.com' },
      { sub: 'eve', mailbox: null },
    ]);
  });

  test('leaves a database of a later version unchanged, and serves it', async () => {
    const { db } = await migratedOfTest(kind);
    const later = sql`insert into kysely_migration (name, timestamp) values ('9999-later', 'x')`;
    await later.execute(db);
    await migrate(db);
    expect(await applied(db)).toEqual([...Object.keys(migrations), '9999-later']);
    expect(await userStore(db).signIn(aSignIn('ada'))).toMatchObject({ ok: true });
  });

  test('refuses a database with an unknown migration that lacks one of ours', async () => {
    const { db } = await migratedOfTest(kind);
    await sql`update kysely_migration set name = 'unknown' where name = '0002-holds'`.execute(db);
    await expect(migrate(db)).rejects.toThrow('unknown is missing');
  });

  test('stored rows are still there after closing and opening again', async () => {
    const home = await migratedOfTest(kind);
    await userStore(home.db).signIn(aSignIn('ada'));
    await closeDatabases();
    const db = database(home);
    await migrate(db);
    expect(await db.selectFrom('users').select('sub').execute()).toEqual([{ sub: 'ada' }]);
    await ping(sqlClient(home));
  });
});

test(`two processes that migrate at once both succeed, ${ROUNDS} times in a row`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const home = await databaseOfTest('server');
    const pools = [openServer(openPool(home)), openServer(openPool(home))];
    await Promise.all(pools.map((db) => migrate(db)));
    for (const db of pools) expect(await applied(db)).toEqual(Object.keys(migrations));
    await Promise.all(pools.map((db) => db.destroy()));
  }
});

test('an error that is no race is not retried', async () => {
  const home = await databaseOfTest('server');
  const db = database(home);
  await sql`create table users (id text)`.execute(db);
  await sql`create table sessions (id text)`.execute(db);
  const pauses: number[] = [];
  const wait = async (ms: number) => {
    pauses.push(ms);
  };
  const failing = migrate(db, { random: () => 0, wait });
  await expect(failing).rejects.toMatchObject({ code: '42703' });
  expect(pauses).toEqual([]);
});

/** A database of a kind with all tables, for one test: made once, where making it takes seconds. */
async function migratedOfTest(kind: (typeof databaseKinds)[number]): Promise<MigratedDatabase> {
  const home = await migratedDatabase(kind);
  onTestFinished(home.close);
  return home;
}

async function applied(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{
    readonly name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map(({ name }) => name);
}
