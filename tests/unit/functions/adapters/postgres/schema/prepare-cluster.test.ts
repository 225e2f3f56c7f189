import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
} from 'kysely';
import { expect, test } from 'vitest';
import {
  grantAccess,
  prepareCluster,
} from '../../../../../../functions/adapters/postgres/schema/prepare-cluster.ts';
import type { Schema } from '../../../../../../functions/adapters/postgres/schema/schema.ts';

const arn = (name: string) => `arn:aws:iam::111122223333:role/${name}`;

/** A cluster with roles, and the IAM principals that may use them. */
function cluster(roles: readonly string[], tied: readonly string[]) {
  const statements: string[] = [];
  const connection: DatabaseConnection = {
    executeQuery: async (query: CompiledQuery) => {
      statements.push(query.sql.replace(/\s+/g, ' '));
      return { rows: rowsFor<never>(query, roles, tied) };
    },
    streamQuery: () => {
      throw new Error('nothing streams here');
    },
  };
  class Driver extends DummyDriver {
    override async acquireConnection(): Promise<DatabaseConnection> {
      return connection;
    }
  }
  class Dialect extends PostgresDialect {
    override createDriver(): Driver {
      return new Driver();
    }
  }
  const pool = () => Promise.reject(new Error('nothing connects here'));
  return { db: new Kysely<Schema>({ dialect: new Dialect({ pool }) }), statements };
}

function rowsFor<Row>(
  { sql }: CompiledQuery,
  roles: readonly string[],
  tied: readonly string[],
): Row[] {
  const rows: readonly object[] = sql.includes('pg_roles')
    ? roles.map((rolname) => ({ rolname }))
    : sql.includes('iam_pg_role_mappings')
      ? tied.map((one) => ({ arn: one }))
      : [];
  return rows.map((row): Row => JSON.parse(JSON.stringify(row)));
}

test('a new cluster gets a role that reads and writes rows, and the functions may use it', async () => {
  const { db, statements } = cluster([], []);
  await grantAccess(db, 'application', [arn('one'), arn('two')]);
  expect(statements).toEqual([
    'select 1 from pg_roles where rolname = $1',
    'create role "application" with login',
    'grant usage on schema public to "application"',
    'grant select, insert, update, delete on all tables in schema public to "application"',
    'select arn from sys.iam_pg_role_mappings where pg_role_name = $1',
    `aws iam grant "application" to '${arn('one')}'`,
    `aws iam grant "application" to '${arn('two')}'`,
  ]);
});

test('a new function may use the role, and a removed one no longer', async () => {
  const { db, statements } = cluster(['application'], [arn('old'), arn('one')]);
  await grantAccess(db, 'application', [arn('one'), arn('two')]);
  expect(statements).not.toContain('create role "application" with login');
  expect(statements.filter((text) => text.startsWith('aws'))).toEqual([
    `aws iam grant "application" to '${arn('two')}'`,
    `aws iam revoke "application" from '${arn('old')}'`,
  ]);
});

test.each([
  { role: 'application"; drop table users; --', principals: [] },
  { role: 'application', principals: ["arn'; drop table users; --"] },
])('%j is refused before anything connects', async (change) => {
  const properties = { databaseUrl: 'postgres://nobody@127.0.0.1:1/postgres', ...change };
  await expect(prepareCluster(properties, {})).rejects.toThrow();
});
