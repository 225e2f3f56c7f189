import pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { clusterConnection } from '../../../functions/adapters/postgres/connection/server.ts';
import { dsqlRules } from '../../support/dsql-rules.ts';
import { at } from '../../support/template-values.ts';
import { cluster as identity } from './deployed.ts';
import type { Principal } from './signature.ts';
import { present, type World } from './world.ts';

/** Statements of one transaction, of which the last is refused, and the message of the refusal. */
const refusals: readonly (readonly [string, ...string[]])[] = [
  ['feature not supported on system entity', 'grant usage on schema public to admin'],
  ['unsupported mode. please use CREATE INDEX ASYNC.', 'create index if not exists i on t (b)'],
  ['unsupported mode. please use CREATE INDEX ASYNC.', 'drop index concurrently if exists i'],
  ['specifying sort order not supported for index keys', 'create index async i on t (b desc)'],
  [
    'ALTER TABLE ADD COLUMN with constraint not supported',
    "alter table t add column c text default 'x'",
  ],
  [
    'unsupported ALTER TABLE ALTER COLUMN ... SET NOT NULL statement',
    'alter table t alter column b set not null',
  ],
  [
    'unsupported ALTER TABLE ALTER COLUMN ... SET DATA TYPE statement',
    'alter table t alter column b type bigint',
  ],
  ['unsupported ALTER TABLE ADD CONSTRAINT statement', 'alter table t add constraint u unique (b)'],
  ['TEMPORARY or TEMP table not supported for CREATE TABLE', 'create temp table u (b text)'],
  ['unsupported statement: CreateTableAs', 'create table u as select 1 as b'],
  ['unsupported CREATE TABLE statement', 'create table u (c text) inherits (t)'],
  [
    'CREATE SEQUENCE is not supported without an explicit cache size',
    'create table u (b bigserial)',
  ],
  ['unsupported statement: Truncate', 'truncate t'],
  ['CREATE FUNCTION with language plpgsql not supported', 'do $$ begin end $$'],
  [
    'CREATE TRIGGER not supported',
    'create trigger g before insert on t execute function suppress_redundant_updates_trigger()',
  ],
  ['unsupported statement', 'create extension pgcrypto'],
  ['unsupported statement: Savepoint', 'select 1', 'savepoint a'],
  ['unsupported FOREIGN KEY constraint', 'create table u (b text references t (a))'],
  ['unsupported EXCLUDE constraint', 'create table u (b text, exclude (b with =))'],
  ['unsupported statement: AlterSystem', "alter system set work_mem = '1MB'"],
  [
    'multiple ddl statements not supported in a transaction',
    'create table u (b text)',
    'create table v (b text)',
  ],
  [
    'ddl and dml are not supported in the same transaction',
    'create table u (b text)',
    "insert into t (a) values ('1')",
  ],
  [
    'ddl and dml are not supported in the same transaction',
    "insert into t (a) values ('1')",
    'create table u (b text)',
  ],
  [
    'transaction row limit exceeded',
    'insert into t (a) select generate_series(1, 2000)::text',
    'insert into t (a) select generate_series(2001, 3001)::text',
  ],
];

/** More than half of the limit of a transaction. */
const HALF = 'x'.repeat(6 * 1_024 * 1_024);

/** The stand-in for the cluster itself: it refuses what Aurora DSQL refuses. */
export function describeRefusals(world: () => World): void {
  const met = new Set<string>();

  describe('the stand-in for Aurora DSQL', () => {
    beforeAll(async () => {
      await using db = await connect(world(), {});
      await db.query('create table t (a text primary key, b integer)');
      return async () => {
        await using again = await connect(world(), {});
        await again.query('drop table t');
      };
    });

    test.each(refusals)('answers “%s” to %s', async (message, ...statements) => {
      await using db = await connect(world(), {});
      await db.query('begin');
      const last = statements.at(-1) ?? '';
      for (const statement of statements.slice(0, -1)) await db.query(statement);
      await expect(db.query(last)).rejects.toThrow(message);
      await db.query('rollback');
      met.add(message);
      // Alone, a statement that is refused leaves nothing behind either.
      if (statements.length === 1) await expect(db.query(last)).rejects.toThrow(message);
      expect((await db.query('select count(*)::int as rows from t')).rows).toEqual([{ rows: 0 }]);
    });

    test('refuses another isolation level', async () => {
      await using db = await connect(world(), {});
      const message = 'only REPEATABLE READ is supported';
      await expect(db.query('begin isolation level serializable')).rejects.toThrow(message);
      met.add(message);
      const { rows } = await db.query('show transaction_isolation');
      expect(rows).toEqual([{ transaction_isolation: 'repeatable read' }]);
    });

    test('refuses the COMMIT of more than 10 MiB, or after five minutes', async () => {
      await using db = await connect(world(), {});
      const size = 'transaction size limit 10mb exceeded';
      await db.query('begin');
      // Too long for an index: the value is sent, and stored as its length.
      const insert = 'insert into t (a, b) values ($1, length($2))';
      for (const key of ['1', '2']) await db.query(insert, [key, HALF]);
      await expect(db.query('commit')).rejects.toThrow(size);
      const age = 'transaction age limit of 300s exceeded';
      await db.query('begin');
      await db.query(insert, ['1', '']);
      world().cluster().advance(301_000);
      await expect(db.query('commit')).rejects.toThrow(age);
      for (const message of [size, age]) met.add(message);
      expect((await db.query('select a from t')).rows).toEqual([]);
    });

    test('has met every rule that it knows, each with its source', () => {
      expect(new Set(dsqlRules.map(({ message }) => message))).toEqual(met);
      for (const { source } of dsqlRules) expect(URL.canParse(source)).toBe(true);
    });

    test.each([
      ['of somebody unknown', { accessKeyId: 'ASIAUNKNOWN' }, 'invalid'],
      ['with a wrong signature', { secretAccessKey: 'guessed' }, 'signature does not match'],
      ['without the token of its session', { sessionToken: 'other' }, 'token is invalid'],
    ])('refuses a token %s', async (_fault, change, hint) => {
      await expect(connect(world(), { change })).rejects.toMatchObject({
        code: '08006',
        hint: expect.stringContaining(hint),
      });
    });

    test('refuses a token of another host, one that has expired, and one for another action', async () => {
      const other = { host: identity.host.replace('a', 'b') };
      await expect(connect(world(), other)).rejects.toMatchObject({
        hint: 'The token is for another host',
      });
      await expect(connect(world(), { user: 'application' })).rejects.toMatchObject({
        hint: expect.stringContaining('not authorized to perform: dsql:DbConnect'),
      });
      world()
        .cluster()
        .advance(16 * 60_000);
      await expect(connect(world(), {})).rejects.toMatchObject({ hint: 'Signature expired' });
      world()
        .cluster()
        .advance(-(16 * 60_000 + 301_000));
    });

    test('refuses a connection without TLS', async () => {
      const { address, port } = world();
      const client = new pg.Client({ host: address, port, user: 'admin', password: 'x' });
      await expect(client.connect()).rejects.toMatchObject({ code: '28000' });
    });
  });
}

interface Connecting {
  readonly change?: Partial<Principal>;
  readonly host?: string;
  readonly user?: string;
}

/** Connects as the functions do, with the keys of the role that prepares the database. */
async function connect(
  { deployed, address, port, certificate }: World,
  { change = {}, host = identity.host, user = 'admin' }: Connecting,
) {
  const { principal } = present(deployed.functions.get('prepareDatabase'));
  const url = `postgres://${user}@${host}:${port}/postgres`;
  const client = new pg.Client({
    ...clusterConnection(url, { ...principal, ...change }),
    host: address,
    ssl: { ca: certificate.cert, servername: identity.host },
  });
  // The stand-in ends a connection that it has refused.
  client.on('error', () => undefined);
  await client.connect().catch((error: unknown) => {
    const [code, hint, message] = ['code', 'hint', 'message'].map((name) => at(error, name));
    throw Object.assign(new Error(String(message)), { code, hint });
  });
  return {
    query: (text: string, values?: readonly unknown[]) =>
      values ? client.query(text, [...values]) : client.query(text),
    [Symbol.asyncDispose]: () => client.end(),
  };
}
