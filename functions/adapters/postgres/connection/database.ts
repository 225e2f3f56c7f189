import { fileURLToPath } from 'node:url';
import { createQueryId, Kysely, PostgresAdapter, PostgresDialect, RawNode } from 'kysely';
import type { Pool } from 'pg';
import type { Schema } from '../schema/schema.ts';
import { isDsql } from './dsql-token.ts';
import { embeddedDialect } from './embedded-driver.ts';
import type { EmbeddedDatabase } from './pglite.ts';
import { closePools, type DatabaseAddress, serverPool } from './server.ts';
import { type Sql, type SqlClient, statementText } from './sql.ts';

export type Database = Kysely<Schema>;

/** The builders of servers, each with its pool. */
const servers = new WeakMap<Pool, Database>();

interface Embedded {
  readonly db: Database;
  close(): Promise<void>;
}

const embedded = new Map<string, Embedded>();

/**
 * Opens the database of a URL, once per process. `postgres:` and `postgresql:` name a server, and
 * `file:` the directory of an embedded database (absolute, as `pathToFileURL` writes it). Nothing
 * connects before the first query. An Aurora DSQL cluster is opened once for each set of credentials.
 * @throws TypeError for a text that is no URL, or a URL of another scheme
 */
export function database(address: DatabaseAddress): Database {
  const { databaseUrl } = address;
  if (new URL(databaseUrl).protocol !== 'file:') {
    const pool = serverPool(address);
    const db = servers.get(pool) ?? openServer(pool, isDsql(databaseUrl));
    servers.set(pool, db);
    return db;
  }
  const opened = embedded.get(databaseUrl) ?? openEmbedded(fileURLToPath(databaseUrl));
  embedded.set(databaseUrl, opened);
  return opened.db;
}

/** Closes every database of this process after its running transactions; later ones fail. */
export async function closeDatabases(): Promise<void> {
  const all = [...embedded.values()];
  embedded.clear();
  await Promise.all([closePools(), ...all.map((one) => one.close())]);
}

/** Runs statements where the builder does: in its transaction, or in the embedded database's queue. */
export function sqlClientOf(db: Kysely<Schema>): SqlClient {
  const executor = db.getExecutor();
  return {
    query: async <Row extends object>(statement: Sql) => {
      const parameters: unknown[] = [];
      // One node with the whole text: the builder would visit a node for each part at each call.
      const whole = RawNode.createWithSql(statementText(statement, parameters));
      const queryId = createQueryId();
      const node = executor.transformQuery(whole, queryId);
      const compiled = executor.compileQuery(node, queryId);
      return (await executor.executeQuery<Row>({ ...compiled, parameters })).rows;
    },
  };
}

/** Builds queries for a server, on connections that others may share. */
export function openServer(pool: Pool, distributed = false): Database {
  const createAdapter = () => new LockFreeAdapter(distributed);
  const dialect = Object.assign(new PostgresDialect({ pool }), { createAdapter });
  return new Kysely<Schema>({ dialect });
}

/** DSQL lacks the advisory lock of Kysely's migrations. Ours are safe to run twice at once. */
export class LockFreeAdapter extends PostgresAdapter {
  readonly indexesAsynchronously: boolean;

  constructor(indexesAsynchronously: boolean) {
    super();
    this.indexesAsynchronously = indexesAsynchronously;
  }

  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

/** Opens the embedded database in a directory. The first query reads the directory. */
function openEmbedded(directory: string): Embedded {
  let opening: Promise<EmbeddedDatabase> | undefined;
  const dialect = embeddedDialect(() => {
    // Imported when it is opened, so that the bundle of a Lambda does without 20 MB of WebAssembly.
    opening = import('./pglite.ts').then(({ openPGlite }) => openPGlite(directory));
    return opening;
  });
  const db = new Kysely<Schema>({ dialect });
  return {
    db,
    // Waits for the running work, which would otherwise wait forever. A database that failed to open
    // is left alone: to ask for its connection would open it again.
    close: async () => {
      const isOpen = await opening?.then(
        () => true,
        () => false,
      );
      if (isOpen) await db.connection().execute(() => db.destroy());
    },
  };
}
