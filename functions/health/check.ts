import { checkHealth } from '../../src/contract/api.ts';
import { isDsql } from '../adapters/postgres/connection/dsql-token.ts';
import type { SqlClient } from '../adapters/postgres/connection/sql.ts';
import {
  sqlClient,
  writeToDatabase,
  writeToDisk,
} from '../adapters/postgres/connection/sql-client.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import type { Reply } from '../http/handler.ts';

/** How long all callers share one answer, in milliseconds: monitors ask often, and anybody may. */
const SHARED_MS = 10_000;

interface Deps {
  readonly client: SqlClient;
  /** Whether the database has a disk that can be full: Aurora DSQL has none. */
  readonly hasDisk: boolean;
}

interface Shared {
  readonly at: Date;
  readonly outcome: Promise<void>;
  isPending: boolean;
}

/** The latest write to each database of this process. */
const latest = new WeakMap<SqlClient, Shared>();

/**
 * Says that the database can be written. If it cannot, the wrapper answers: 503 when the database
 * cannot be reached or refuses every write, and 500 for an error that time will not mend, such as a
 * wrong password.
 */
export async function check(
  { now }: AnyoneRequest<typeof checkHealth>,
  deps: Deps,
): Promise<Reply<typeof checkHealth>> {
  const known = latest.get(deps.client);
  const shared = known && isFresh(known, now) ? known : begin(deps, now);
  await shared.outcome;
  return { status: 200, body: { status: 'ok' } };
}

/** A time ahead is not fresh: the clock was put back. */
function isFresh({ at, isPending }: Shared, now: Date): boolean {
  return isPending || Math.abs(now.getTime() - at.getTime()) < SHARED_MS;
}

function begin({ client, hasDisk }: Deps, now: Date): Shared {
  const outcome = hasDisk ? writeToDisk(client, now) : writeToDatabase(client, now);
  const shared: Shared = { at: now, outcome, isPending: true };
  const end = () => {
    shared.isPending = false;
  };
  outcome.then(end, end);
  latest.set(client, shared);
  return shared;
}

export const handler = forAnyone(checkHealth, check, (env) => ({
  client: sqlClient(env),
  hasDisk: !isDsql(env.databaseUrl),
}));
