import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  AbortedTransactionError,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  PGliteAdapter,
  PGliteDialect,
  type QueryResult,
} from 'kysely';
import type { EmbeddedDatabase } from './pglite.ts';
import { makeTurns } from './turns.ts';

/**
 * Kysely's dialect for PGlite, with a driver whose statements stay prepared. The database has one
 * connection, for which the driver lets callers take turns: statements and transactions run one after
 * the other, and of several callers with many of them none waits for all of another's.
 * @param open is called before the first statement, and again after it has failed
 */
export function embeddedDialect(open: () => Promise<EmbeddedDatabase>): PGliteDialect {
  const pglite = () => {
    throw new TypeError('Kysely must use the driver of this file.');
  };
  return Object.assign(new PGliteDialect({ pglite }), {
    createAdapter: () => new QueuelessAdapter(),
    createDriver: () => embeddedDriver(open),
  });
}

/** Kysely's own queue would serve who came first. */
class QueuelessAdapter extends PGliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

function embeddedDriver(open: () => Promise<EmbeddedDatabase>): Driver {
  let database: EmbeddedDatabase | undefined;
  const turns = makeTurns();
  const run = <Row>(text: string, values?: readonly unknown[]) => {
    if (!database) throw new TypeError('Kysely must open the database first.');
    return database.run<Row>(text, values);
  };
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> => {
      const { rows, affectedRows = 0 } = await run<Row>(sql, parameters);
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
      await turns.take();
      await nextTurn();
      return connection;
    },
    beginTransaction: async () => void (await run('begin')),
    commitTransaction: async () => {
      // After a failed statement, COMMIT rolls back, and says so.
      if ((await run('commit')).command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async () => void (await run('rollback')),
    releaseConnection: async () => turns.pass(),
    destroy: async () => database?.close(),
  };
}
