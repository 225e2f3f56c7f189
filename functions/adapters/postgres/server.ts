import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import { INT8_OID, parseInt8 } from './int8.ts';
import type { Schema } from './schema.ts';

/** Connections one process opens at most. A Lambda serves one request at a time. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_CONNECTION_MS = 30_000;
/** DSQL ends connections after an hour (its quotas page); ours go before. */
const MAX_CONNECTION_AGE_S = 30 * 60;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the server's own limit, which answers better: it says which limit was met. */
const ANSWER_TIMEOUT_MS = 12_000;

/** Opens a Postgres server or an Aurora DSQL cluster; nothing connects before the first query. */
export function openServer(databaseUrl: string): Kysely<Schema> {
  const distributed = isDsql(databaseUrl);
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    application_name: 'millrace',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    query_timeout: ANSWER_TIMEOUT_MS,
    types: { getTypeParser },
    // DSQL has limits of its own (transactions of 5 minutes) and takes no such start-up settings.
    ...(distributed
      ? {}
      : {
          statement_timeout: STATEMENT_TIMEOUT_MS,
          idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
        }),
  });
  // A connection that breaks, idle or between two queries, tells both the pool and itself. Whoever
  // queries next on it gets the error; without listeners the events would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new ServerDialect(pool, distributed) });
}

/** Whether a URL names an Aurora DSQL cluster (`<id>.dsql.<region>.on.aws`). */
export function isDsql(databaseUrl: string): boolean {
  return /\.dsql\.[a-z0-9-]+\.on\.aws$/.test(new URL(databaseUrl).hostname);
}

/**
 * Kysely takes an advisory lock around migrations, which DSQL lacks. Ours are safe to run twice at
 * once instead (`migrate.ts`), so nobody takes it.
 */
export class LockFreeAdapter extends PostgresAdapter {
  readonly indexesAsynchronously: boolean;

  constructor(indexesAsynchronously: boolean) {
    super();
    this.indexesAsynchronously = indexesAsynchronously;
  }

  override async acquireMigrationLock(): Promise<void> {}

  override async releaseMigrationLock(): Promise<void> {}
}

class ServerDialect extends PostgresDialect {
  readonly #distributed: boolean;

  constructor(pool: pg.Pool, distributed: boolean) {
    super({ pool });
    this.#distributed = distributed;
  }

  override createAdapter(): LockFreeAdapter {
    return new LockFreeAdapter(this.#distributed);
  }
}

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format);
}
