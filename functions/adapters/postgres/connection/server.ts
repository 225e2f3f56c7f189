import pg from 'pg';
import { type AwsCredentials, dsqlToken, isDsql } from './dsql-token.ts';
import { endsConnection, isSchemaConflict } from './errors.ts';

const POSTGRES_PORT = 5_432;

/** How often a statement runs before a changed schema counts as a failure. */
const MAX_ATTEMPTS = 3;

/** How many connections one process opens at most. A Lambda serves one request at a time. */
const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 5_000;
const IDLE_CONNECTION_MS = 30_000;
/** We close connections before DSQL does, which is after an hour (its quotas page). */
const MAX_CONNECTION_AGE_S = 30 * 60;
const STATEMENT_TIMEOUT_MS = 10_000;
/** Longer than the server's own limit, whose error says more. */
const ANSWER_TIMEOUT_MS = 12_000;
/** After so long without traffic the system asks whether the other side is still there. */
const KEEP_ALIVE_DELAY_MS = 10_000;
/** How many statements a connection keeps prepared; the product has fewer. */
const MAX_PREPARED = 200;
/** A longer text, such as an insert of a thousand rows, hardly comes twice. In characters. */
const MAX_PREPARED_TEXT = 5_000;

export interface DatabaseAddress {
  readonly databaseUrl: string;
  /** For Aurora DSQL, which has no passwords. */
  readonly awsCredentials?: AwsCredentials;
}

const pools = new Map<string, pg.Pool>();

/**
 * The connections to a Postgres server or an Aurora DSQL cluster, one pool for each URL. A cluster
 * has one for each set of credentials. Nothing connects before the first query.
 * @throws TypeError for a URL of another scheme
 */
export function serverPool(address: DatabaseAddress): pg.Pool {
  const { databaseUrl, awsCredentials } = address;
  const name = isDsql(databaseUrl) ? `${databaseUrl} ${awsCredentials?.accessKeyId}` : databaseUrl;
  const pool = pools.get(name) ?? openPool(address);
  pools.set(name, pool);
  return pool;
}

/** Closes all pools, each after its running queries and transactions. */
export async function closePools(): Promise<void> {
  const all = [...pools.values()];
  pools.clear();
  await Promise.all(all.map((pool) => pool.end()));
}

/**
 * Opens connections of its own, which its caller closes.
 * @param answerTimeoutMs how long a statement waits for its answer
 */
export function openPool(
  { databaseUrl, awsCredentials }: DatabaseAddress,
  answerTimeoutMs = ANSWER_TIMEOUT_MS,
): pg.Pool {
  const { protocol } = new URL(databaseUrl);
  // The message names the scheme alone, because the URL may hold a password.
  if (protocol !== 'postgres:' && protocol !== 'postgresql:') {
    const use = 'use postgres://… or file:///directory.';
    throw new TypeError(`The database URL has the scheme "${protocol}"; ${use}`);
  }
  const isCluster = isDsql(databaseUrl);
  const connection = isCluster
    ? clusterConnection(databaseUrl, awsCredentials)
    : serverConnection(databaseUrl);
  const pool = new pg.Pool({
    ...connection,
    application_name: 'product',
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_CONNECTION_MS,
    maxLifetimeSeconds: MAX_CONNECTION_AGE_S,
    query_timeout: answerTimeoutMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_DELAY_MS,
    types: { getTypeParser },
  });
  // An idle connection that breaks emits `error` on the pool too. Without a listener the event would
  // end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    if (!isCluster) keepPrepared(client);
    closeWhenBroken(client);
    if (isCluster) repeatAfterSchemaChange(client);
  });
  return pool;
}

/**
 * Lets the server parse and plan a statement once for each connection: for most that takes it longer than
 * to run them. Without names of columns a statement would fail after a migration has added one.
 */
function keepPrepared(client: pg.PoolClient): void {
  const run = client.query.bind(client);
  const names = new Map<string, string>();
  const isKept = (text: string) =>
    names.size < MAX_PREPARED && text.length <= MAX_PREPARED_TEXT && !text.includes('*');
  const query = (text: string, values: unknown[] = []) => {
    if (values.length === 0) return run(text);
    if (!names.has(text) && isKept(text)) names.set(text, `statement_${names.size}`);
    const name = names.get(text);
    return name === undefined ? run(text, values) : run({ name, text, values });
  };
  Object.assign(client, { query });
}

/**
 * Closes a connection whose statement got no answer in time, and the pool drops it once its user is
 * done. The time limit of pg only stops to wait: later statements would queue behind the lost one.
 * Later statements on a broken connection, such as ROLLBACK, fail at once with the first error, so
 * that the caller learns that one.
 */
function closeWhenBroken(client: pg.PoolClient): void {
  const run = client.query.bind(client);
  let fault: unknown;
  client.on('error', (error) => {
    fault ??= error;
  });
  const query = async (text: string, values: unknown[] = []) => {
    if (fault !== undefined) throw fault;
    try {
      return await run(text, values);
    } catch (error) {
      if (endsConnection(error)) {
        fault ??= error;
        void client.end();
      }
      throw error;
    }
  };
  Object.assign(client, { query });
}

/**
 * Lets a connection run a statement outside a transaction again after DSQL has refused it because the
 * schema had changed, as in every deployment. Transactions are repeated by `transact`.
 * Source: "Concurrency control in Aurora DSQL" in its user guide, OC001.
 */
function repeatAfterSchemaChange(client: pg.PoolClient): void {
  const run = client.query.bind(client);
  const query = async (text: string, values: unknown[] = []) => {
    const isAlone = client.getTransactionStatus() === 'I';
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await run(text, values);
      } catch (error) {
        if (!isAlone || !isSchemaConflict(error) || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  };
  Object.assign(client, { query });
}

function serverConnection(connectionString: string) {
  return {
    connectionString,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  };
}

/**
 * The settings of a connection to Aurora DSQL: TLS, and a new token for each connection, because a
 * token expires before the process ends. DSQL has its own time limits (5 minutes a transaction) and
 * accepts no settings for them. The URL is taken apart: with a whole URL the driver would replace the
 * token by the URL's missing password.
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

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  return oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format);
}

/** The number of the type `bigint` in Postgres' catalogue (`pg_type.oid`). */
export const INT8_OID = 20;

/** @throws RangeError when a `bigint` is not a safe integer: better than a wrong balance */
export function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint value ${text} is out of range`);
  return value;
}
