import type { Kysely } from 'kysely';
import type { RateLimit } from '../../../../src/contract/limits.ts';
import {
  type BucketStore,
  fullAfterCall,
  latestFullAt,
  waitMs,
} from '../../../domain/session/rate-limit.ts';
import { type SqlClient, sql } from '../connection/sql.ts';
import { isConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/** How many buckets one run of the sweep deletes at most. */
const MAX_FORGOTTEN = 1_000;

/** The buckets of callers. A call that passes takes one statement; a refused one reads once more. */
export function bucketStore(client: SqlClient): BucketStore {
  return {
    consume: async (key, limit, now) => {
      if (await takeToken(client, key, limit, now)) return 0;
      const [bucket] = await client.query<Pick<Schema['rate_limits'], 'full_at'>>(sql`
        select full_at from rate_limits where key = ${key}`);
      return bucket ? waitMs(limit, now, bucket.full_at) : 0;
    },
  };
}

/**
 * Takes a token by the rule of `rate-limit.ts`, in one statement. The statement waits for
 * a parallel writer of the row and reads the row again, so calls take exactly the tokens there are.
 * A database that reports a conflict instead lets the call pass: a retry costs more than the call.
 *
 * @returns whether the call took a token
 */
async function takeToken(
  client: SqlClient,
  key: string,
  limit: RateLimit,
  now: Date,
): Promise<boolean> {
  const fullAt = sql`greatest(rate_limits.full_at, ${now}) + ${limit.refillMs} * interval '1 millisecond'`;
  try {
    const rows = await client.query(sql`
      insert into rate_limits (key, full_at) values (${key}, ${fullAfterCall(limit, now)})
      on conflict (key) do update set full_at = ${fullAt}
        where ${fullAt} <= ${latestFullAt(limit, now)}
      returning key`);
    return rows.length > 0;
  } catch (error) {
    if (isConflict(error)) return true;
    throw error;
  }
}

/**
 * Deletes buckets that are full by `now`: a bucket without a row is full. It checks the time again in
 * the delete itself, so a bucket that a call uses meanwhile stays.
 *
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
