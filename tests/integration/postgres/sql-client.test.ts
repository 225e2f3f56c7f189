import { sql as kyselySql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import {
  closeDatabases,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import {
  type Sql,
  type SqlClient,
  sql,
} from '../../../functions/adapters/postgres/connection/sql.ts';
import { sqlClient } from '../../../functions/adapters/postgres/connection/sql-client.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sessionStore } from '../../../functions/adapters/postgres/session/session-store.ts';
import { databaseOfBlock, databaseOfTest } from '../../support/database.ts';
import { aSignIn, day0 } from '../../support/sign-ins.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const hostile = `'; drop table users; -- $1 \${x} "`;

describe.each(thoroughness.databases)('the client of the %s database', (kind) => {
  const { db, client } = databaseOfBlock(kind);

  test('sends values beside the text, and reads them as the builder does', async () => {
    const statement = sql`select ${hostile}::text as text, ${day0}::timestamptz as at,
      ${'7'}::bigint as number, ${null}::text as nothing`;
    const [row] = await client.query(statement);
    expect(row).toEqual({ text: hostile, at: day0, number: 7, nothing: null });
    const tooBig = client.query(sql`select ${'9007199254740992'}::bigint`);
    await expect(tooBig).rejects.toThrow(RangeError);
  });

  test('fails with the code of the database, and answers the next statement', async () => {
    const failing = client.query(sql`select 1 / ${0}::int`);
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(await client.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });

  test('answers the same statements after a migration has added a column', async () => {
    const named = () => client.query(sql`select key from rate_limits where key = ${'a'}`);
    const whole = () => client.query(sql`select * from rate_limits where key = ${'a'}`);
    for (let time = 0; time < 7; time += 1) await Promise.all([named(), whole()]);
    await kyselySql`alter table rate_limits add column shoe_size bigint`.execute(db);
    expect(await Promise.all([named(), whole()])).toEqual([[], []]);
  });

  test('sees nothing of a transaction that is rolled back, and is no part of it', async () => {
    const buckets = () => client.query(sql`select key from rate_limits where key = ${'a'}`);
    const meanwhile: ReturnType<typeof buckets>[] = [];
    const rollback = db.transaction().execute(async (trx) => {
      await trx.insertInto('rate_limits').values({ key: 'a', full_at: day0 }).execute();
      meanwhile.push(buckets());
      await trx.selectFrom('rate_limits').selectAll().execute();
      throw new Error('changed my mind');
    });
    await expect(rollback).rejects.toThrow('changed my mind');
    expect(await Promise.all(meanwhile)).toEqual([[]]);
  });

  test('finds a session and its credits with one statement, and with two while credits are held', async () => {
    const signIn = aSignIn('ada');
    const signedIn = await userStore(db).signIn(signIn);
    if (!signedIn.ok) throw new Error(signedIn.code);
    const counting = countedClient(client);
    const find = () => sessionStore(counting.client).find(signIn.session.tokenHash, day0);
    expect((await find())?.account).toEqual(signedIn.account);
    expect(counting.statements()).toBe(1);
    const { walletId, availableCredits } = signedIn.account;
    const keyed = { idempotencyKey: 'hold', actor: 'test', now: day0 };
    const command = { walletId, amountCredits: 5, lifeMs: 60_000, reference: 'run', keyed };
    expect(await ledgerStore(db).hold(command)).toMatchObject({ ok: true });
    expect((await find())?.account.availableCredits).toBe(availableCredits - 5);
    expect(counting.statements()).toBe(3);
  });

  test('says that the wallet of a session is missing', async () => {
    const signIn = aSignIn('bob');
    await userStore(db).signIn(signIn);
    await db.deleteFrom('wallets').execute();
    const found = sessionStore(client).find(signIn.session.tokenHash, day0);
    await expect(found).rejects.toThrow('there is no wallet');
  });
});

test('a server has one pool for the client and the builder, and a failed statement costs no connection', async () => {
  const home = await databaseOfTest('server');
  const [first] = await sqlClient(home).query(sql`select pg_backend_pid() as pid`);
  await expect(sqlClient(home).query(sql`select 1 / 0`)).rejects.toThrow('division by zero');
  expect(await sqlClient(home).query(sql`select pg_backend_pid() as pid`)).toEqual([first]);
  const { rows } = await kyselySql`select pg_backend_pid() as pid`.execute(database(home));
  expect(rows).toEqual([first]);
});

test.each(thoroughness.newDatabases)(
  'closing the databases closes a client of the %s one',
  async (kind) => {
    const home = await databaseOfTest(kind);
    const client = sqlClient(home);
    await client.query(sql`select 1`);
    await closeDatabases();
    await expect(client.query(sql`select 1`)).rejects.toThrow(/end on the pool|destroyed/);
  },
);

/** A client that counts the statements that pass through it. */
function countedClient(client: SqlClient) {
  let statements = 0;
  const counted: SqlClient = {
    query: (statement: Sql) => {
      statements += 1;
      return client.query(statement);
    },
  };
  return { client: counted, statements: () => statements };
}
