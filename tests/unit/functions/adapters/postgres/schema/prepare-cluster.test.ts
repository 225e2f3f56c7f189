import { once } from 'node:events';
import { createServer } from 'node:net';
import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  PostgresDialect,
} from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { closeDatabases } from '../../../../../../functions/adapters/postgres/connection/database.ts';
import {
  grantAccess,
  prepareCluster,
} from '../../../../../../functions/adapters/postgres/schema/prepare-cluster.ts';
import type { Schema } from '../../../../../../functions/adapters/postgres/schema/schema.ts';
import { portOf } from '../../../../../support/any-port.ts';
import { dsqlOffences } from '../../../../../support/dsql-subset.ts';

const arn = (name: string) => `arn:aws:iam::111122223333:role/${name}`;

const noPause = { random: () => 0, wait: async () => undefined };

const withCode = (code: string, message: string) => Object.assign(new Error(message), { code });

function refuseLikeDsql(statement: string): void {
  const offences = dsqlOffences(statement);
  if (offences.length > 0) throw withCode('0A000', `${offences.join(', ')}: ${statement}`);
}

/**
 * A cluster with roles, and the IAM principals that may use them.
 *
 * @param before runs before each statement, and may throw
 */
function cluster(
  roles: readonly string[],
  tied: readonly string[],
  before: (statement: string) => void = () => undefined,
) {
  const statements: string[] = [];
  const known = { roles: [...roles], tied: [...tied] };
  const connection: DatabaseConnection = {
    executeQuery: async (query: CompiledQuery) => {
      const statement = query.sql.replace(/\s+/g, ' ');
      refuseLikeDsql(statement);
      before(statement);
      statements.push(statement);
      if (statement.startsWith('create role')) known.roles.push('application');
      const granted = /^aws iam grant .* to '(.*)'$/.exec(statement)?.[1];
      if (granted !== undefined) known.tied.push(granted);
      return { rows: rowsFor<never>(query, known.roles, known.tied) };
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

const access = { role: 'application', principals: [arn('one'), arn('two')] };

test('a new function may use the role, and a removed one no longer', async () => {
  const { db, statements } = cluster(['application'], [arn('old'), arn('one')]);
  await grantAccess(db, access, noPause);
  expect(statements).not.toContain('create role "application" with login');
  expect(statements.filter((text) => text.startsWith('aws'))).toEqual([
    `aws iam grant "application" to '${arn('two')}'`,
    `aws iam revoke "application" from '${arn('old')}'`,
  ]);
});

/** The answer of DSQL when indexes that it builds meanwhile change the catalogue. */
const changedSchema = withCode('40001', 'schema has been updated by another transaction (OC001)');

test('conflicts without an end fail the deployment in the end, with the error', async () => {
  let count = 0;
  const pauses: number[] = [];
  const { db } = cluster([], [], () => {
    count += 1;
    throw changedSchema;
  });
  const wait = async (ms: number) => void pauses.push(ms);
  const granting = grantAccess(db, access, { random: () => 0.5, wait });
  await expect(granting).rejects.toBe(changedSchema);
  expect(count).toBe(40);
  // Lambda gives the function fifteen minutes.
  expect(pauses.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(5 * 60_000);
});

test('what does not pass fails the deployment at once', async () => {
  let count = 0;
  const { db } = cluster([], [], () => {
    count += 1;
    throw withCode('42501', 'permission denied');
  });
  await expect(grantAccess(db, access, noPause)).rejects.toThrow('permission denied');
  expect(count).toBe(1);
});

test.each([
  { role: 'application"; drop table users; --', principals: [] },
  { role: 'application', principals: ["arn'; drop table users; --"] },
])('%j is refused before anything connects', async (change) => {
  const properties = { databaseUrl: 'postgres://nobody@127.0.0.1:1/postgres', ...change };
  await expect(prepareCluster(properties, {})).rejects.toThrow();
});

describe('a cluster that refuses connections', () => {
  afterEach(closeDatabases);

  /** Refuses each connection with the next error, and with the last one from then on. */
  async function refusing(errors: readonly [code: string, message: string][]) {
    const seen: string[] = [];
    const server = createServer((socket) => {
      socket.once('data', () => {
        const [code, message] = errors[seen.length] ?? errors.at(-1) ?? ['XX000', ''];
        seen.push(code);
        socket.end(errorResponse(code, message));
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return { server, seen, databaseUrl: `postgres://admin@127.0.0.1:${portOf(server)}/postgres` };
  }

  test('for a while is asked again, and one that knows no such database is not', async () => {
    const { server, seen, databaseUrl } = await refusing([
      // The quotas page of the Aurora DSQL user guide.
      ['53400', 'Unable to accept connection, rate exceeded.'],
      ['53300', 'Unable to accept connection, too many open connections.'],
      // Until IAM has spread a new policy; older reports give 28000.
      ['08006', 'unable to accept connection, access denied'],
      ['28000', 'unable to accept connection, access denied'],
      ['3D000', 'database does not exist'],
    ]);
    const preparing = prepareCluster({ ...access, databaseUrl }, {}, noPause);
    await expect(preparing).rejects.toMatchObject({ code: '3D000' });
    server.close();
    expect(seen).toEqual(['53400', '53300', '08006', '28000', '3D000']);
  });
});

/** The message ErrorResponse ("Message Formats" in Postgres' manual). */
function errorResponse(code: string, message: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${message}\0\0`);
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
