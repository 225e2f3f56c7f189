import type { Kysely } from 'kysely';
import type { Bucket } from '../../../../src/contract/limits.ts';
import {
  type BucketStore,
  farthestFullAt,
  fillMs,
  fullAfterCall,
  latestFullAt,
  waitMs,
} from '../../../domain/session/rate-limit.ts';
import { ContentionError } from '../connection/errors.ts';
import { type SqlClient, sql } from '../connection/sql.ts';
import { type Pacing, systemPacing, untilNoConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/** How many buckets one run of the sweep deletes at most. */
const MAX_FORGOTTEN = 1_000;

/** How long a call shall wait that could not be counted, in milliseconds. */
const CONTENTION_WAIT_MS = 1_000;

/** The most empty buckets whose refill time a process caches. */
const MAX_REMEMBERED = 10_000;

/**
 * The buckets of callers. A call that passes takes one statement; a refused one reads once more. The
 * calls after it take none until the wait is over: only time fills a bucket.
 *
 * A bucket never gives more tokens than it has, whatever the database answers. A call that conflicts
 * `MAX_ATTEMPTS` times (`transact.ts`) is refused: so many other calls of its caller were counted
 * meanwhile. Buckets with `passesOnConflict` are the exception: there such a call passes uncounted.
 */
export function bucketStore(client: SqlClient, pacing: Pacing = systemPacing): BucketStore {
  const emptyUntilMs = new Map<string, number>();
  const remember = (key: string, wait: number, now: Date) => {
    if (wait > 0) emptyUntilMs.set(key, now.getTime() + wait);
    const [oldest = key] = emptyUntilMs.keys();
    if (emptyUntilMs.size > MAX_REMEMBERED) emptyUntilMs.delete(oldest);
    return wait;
  };
  const rememberedMs = (key: string, limit: Bucket, now: Date) => {
    const wait = (emptyUntilMs.get(key) ?? 0) - now.getTime();
    // A longer wait than any is left when the clock of this process was put back.
    if (wait > 0 && wait <= fillMs(limit)) return wait;
    emptyUntilMs.delete(key);
    return 0;
  };
  const peek: BucketStore['peek'] = async (key, limit, now) => {
    const known = rememberedMs(key, limit, now);
    if (known > 0) return known;
    const [bucket] = await client.query<Pick<Schema['rate_limits'], 'full_at'>>(sql`
      select full_at from rate_limits where key = ${key}`);
    return remember(key, bucket ? waitMs(limit, now, bucket.full_at) : 0, now);
  };
  return {
    peek,
    consume: async (key, limit, now) => {
      const known = rememberedMs(key, limit, now);
      if (known > 0) return known;
      const { passesOnConflict } = limit;
      const take = () => takeToken(client, key, limit, now);
      try {
        const isTaken = await untilNoConflict(take, pacing, passesOnConflict && 1);
        return isTaken ? 0 : Math.max(1, await peek(key, limit, now));
      } catch (error) {
        if (!(error instanceof ContentionError)) throw error;
        return passesOnConflict ? 0 : CONTENTION_WAIT_MS;
      }
    },
  };
}

/**
 * Takes a token by the rule of `fullAfterCall`, in one statement. At the isolation of a server the
 * statement waits for a parallel writer of the row and reads the row again. Aurora DSQL, and a
 * transaction at REPEATABLE READ, report a conflict instead.
 * @returns whether the call took a token
 */
export async function takeToken(
  client: SqlClient,
  key: string,
  limit: Bucket,
  now: Date,
): Promise<boolean> {
  const latest = latestFullAt(limit, now);
  const fullAt = sql`greatest(rate_limits.full_at, ${now}) + ${limit.refillMs} * interval '1 millisecond'`;
  const rows = await client.query(sql`
    insert into rate_limits (key, full_at) values (${key}, ${fullAfterCall(limit, now)})
    on conflict (key) do update set full_at = least(${fullAt}, ${latest})
      where ${fullAt} <= ${latest} or ${fullAt} > ${farthestFullAt(limit, now)}
    returning key`);
  return rows.length > 0;
}

/**
 * Deletes buckets that are full by `now`: a bucket without a row is full. It checks the time again in
 * the delete itself, so a bucket that a call uses meanwhile stays.
 * @returns how many it deleted, at most `MAX_FORGOTTEN`
 */
export async function forgetFullBuckets(db: Kysely<Schema>, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('rate_limits')
    .where('full_at', '<=', now)
    .where('key', 'in', (query) =>
      query
        .selectFrom('rate_limits')
        .select('key')
        .where('full_at', '<=', now)
        .limit(MAX_FORGOTTEN),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
