import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AbortedTransactionError,
  type DatabaseConnection,
  type Driver,
  PGliteDialect,
  type QueryResult,
} from 'kysely';
import type { EmbeddedDatabase } from './pglite.ts';

/**
 * Kysely's dialect for PGlite, with a driver whose statements stay prepared.
 *
 * The database has one connection. Kysely's `RuntimeDriver` (`driver/runtime-driver.js`) queues
 * statements and transactions behind a mutex, because the adapter of the dialect says
 * `supportsMultipleConnections: false`. The tests in `tests/integration/postgres/` check this.
 *
 * @param open is called before the first statement, and again after it has failed
 */
export function embeddedDialect(open: () => Promise<EmbeddedDatabase>): PGliteDialect {
  const pglite = () => {
    throw new TypeError('Kysely must use the driver of this file.');
  };
  const createDriver = () => embeddedDriver(open);
  return Object.assign(new PGliteDialect({ pglite }), { createDriver });
}

function embeddedDriver(open: () => Promise<EmbeddedDatabase>): Driver {
  let database: EmbeddedDatabase | undefined;
  const run = <Row>(text: string, values?: readonly unknown[]) => {
    if (!database) throw new TypeError('Kysely must open the database first.');
    return database.run<Row>(text, values);
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: Compiled): Promise<QueryResult<Row>> => {
      const { rows, affectedRows = 0 } = run<Row>(sql, parameters);
      return { rows, numAffectedRows: BigInt(affectedRows) };
    },
    streamQuery: () => {
      throw new TypeError('The embedded database does not stream: read pages of rows.');
    },
  };
  return {
    init: async () => {
      database = await open();
    },
    // Statements that wait for each other would run in one turn of the event loop, all of them: 128
    // visitors at once kept everybody else from being heard until the last was answered.
    acquireConnection: async () => {
      await nextTurn();
      return connection;
    },
    beginTransaction: async () => void run('begin'),
    commitTransaction: async () => {
      // After a failed statement, COMMIT rolls back, and says so.
      if (run('commit').command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async () => void run('rollback'),
    releaseConnection: async () => undefined,
    destroy: async () => database?.close(),
  };
}

type Compiled = Parameters<DatabaseConnection['executeQuery']>[0];
