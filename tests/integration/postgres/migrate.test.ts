import { type Kysely, sql } from 'kysely';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import {
  closeDatabases,
  database,
  openServer,
} from '../../../functions/adapters/postgres/connection/database.ts';
import { openPool } from '../../../functions/adapters/postgres/connection/server.ts';
import { ping, sqlClient } from '../../../functions/adapters/postgres/connection/sql-client.ts';
import { systemPacing } from '../../../functions/adapters/postgres/connection/transact.ts';
import { addColumn } from '../../../functions/adapters/postgres/schema/ddl.ts';
import { migrate, migrations } from '../../../functions/adapters/postgres/schema/migrate.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import {
  type databaseKinds,
  databaseOfTest,
  type MigratedDatabase,
  migratedDatabase,
} from '../../support/database.ts';
import {
  fillAsFormer,
  formerRevisions,
  makeOutdated,
  outdated,
} from '../../support/former-database.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const ROUNDS = 5;

describe.each(thoroughness.newDatabases)('migrate on the %s database', (kind) => {
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

  test.each(formerRevisions)(
    'completes a database of revision %s, and loses nothing',
    async (revision) => {
      const db = database(await databaseOfTest(kind));
      await fillAsFormer(db, revision);
      const [before, names] = [await storedRows(db), await applied(db)];
      await Promise.all([migrate(db), migrate(db)]);
      for (const [table, rows] of Object.entries(before)) {
        expect
          .soft(parsed(await storedRows(db), table))
          .toMatchObject(rows.map((row) => JSON.parse(row)));
      }
      // The names of before stay, so that the former revision finds all of its own, and starts again.
      expect(await applied(db)).toEqual([...names, ...Object.keys(migrations)]);
      expect(await tablesOf(db)).toEqual(await tablesOf((await migratedOfTest(kind)).db));
      expect(await auditLedger(db)).toEqual([]);
      expect(await userStore(db).signIn(aSignIn('ada'))).toMatchObject({ ok: true });
    },
  );

  test('ends with a sentence at an older database, and leaves it unchanged', async () => {
    const db = database(await databaseOfTest(kind));
    await makeOutdated(db);
    const [rows, tables] = [await storedRows(db), await tablesOf(db)];
    await expect(migrate(db)).rejects.toThrow(outdated);
    expect([await storedRows(db), await tablesOf(db)]).toEqual([rows, tables]);
  });

  test('brings a version to the next, once', async () => {
    const { db } = await migratedOfTest(kind);
    await userStore(db).signIn(aSignIn('ada'));
    const up = vi.fn((one: Kysely<never>) => addColumn(one, 'users', 'shoe_size', 'bigint'));
    const next = { ...migrations, '9998-shoes': { up } };
    await migrate(db, systemPacing, next);
    await migrate(db, systemPacing, next);
    expect(up).toHaveBeenCalledTimes(1);
    expect(await applied(db)).toEqual(Object.keys(next));
    const { rows } = await sql`select sub, shoe_size from users`.execute(db);
    expect(rows).toEqual([{ sub: 'ada', shoe_size: null }]);
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
    await sql`update kysely_migration set name = 'unknown' where name = '0020-version-one'`.execute(
      db,
    );
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

function parsed(stored: Readonly<Record<string, readonly string[]>>, table: string) {
  return stored[table]?.map((row): unknown => JSON.parse(row));
}

/** Every column, constraint and index, in an order that is independent of the time of making. */
async function tablesOf(db: Kysely<Schema>): Promise<readonly unknown[]> {
  const { rows } = await sql`
    select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), null, null
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef, null, null
      from pg_indexes where schemaname = 'public'
    order by 1, 2, 3`.execute(db);
  expect(rows.length).toBeGreaterThan(250);
  return rows;
}
