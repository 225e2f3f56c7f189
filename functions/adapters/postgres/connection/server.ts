import { Kysely, PostgresAdapter, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Schema } from '../schema/schema.ts';
import { type AwsCredentials, dsqlToken, isDsql } from './dsql-token.ts';

const POSTGRES_PORT = 5_432;

/** Connections one process opens at most. A Lambda serves one request at a time. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_CONNECTION_MS = 30_000;
/** DSQL ends connections after an hour (its quotas page); ours go before. */
const MAX_CONNECTION_AGE_S = 30 * 60;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the server's own limit, which answers better: it says which limit was met. */
const ANSWER_TIMEOUT_MS = 12_000;

/**
 * Opens a Postgres server or an Aurora DSQL cluster; nothing connects before the first query.
 *
 * @param credentials with what each connection to a cluster is asked for
 */
export function openServer(databaseUrl: string, credentials?: AwsCredentials): Kysely<Schema> {
  const distributed = isDsql(databaseUrl);
  const pool = new pg.Pool({
    ...(distributed ? clusterConnection(databaseUrl, credentials) : serverConnection(databaseUrl)),
    application_name: 'millrace',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    query_timeout: ANSWER_TIMEOUT_MS,
    types: { getTypeParser },
  });
  // A connection that breaks, idle or between two queries, tells both the pool and itself. Whoever
  // queries next on it gets the error; without listeners the events would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Schema>({ dialect: new ServerDialect(pool, distributed) });
}

function serverConnection(connectionString: string) {
  return {
    connectionString,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  };
}

/**
 * How to connect to a cluster of Aurora DSQL: over TLS, with a token made for each connection,
 * because a token grows old before its process does. DSQL has limits of its own (transactions of 5
 * minutes) and takes no start-up settings about time. In parts, as the driver would let a URL's
 * missing password replace the one that is worked out.
 */
export function clusterConnection(databaseUrl: string, credentials: AwsCredentials | undefined) {
  const { hostname, port, username, pathname } = new URL(databaseUrl);
  return {
    host: hostname,
    port: port === '' ? POSTGRES_PORT : Number(port),
    user: username,
    database: pathname.slice(1),
    ssl: true,
    ...(credentials ? { password: () => dsqlToken(databaseUrl, credentials, new Date()) } : {}),
  };
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

/** The type's number in Postgres' catalogue (pg_type.oid). */
export const INT8_OID = 20;

/**
 * A `bigint` column as a number. Everything we count stays far inside what a double holds exactly;
 * a value outside is a defect, and a wrong balance would be worse than an error.
 *
 * @throws RangeError when the value is not a safe integer
 */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint value ${text} is out of range`);
  return value;
}
