import { type Kysely, sql } from 'kysely';
import type { RateLimit } from '../../../../src/contract/limits.ts';
import {
  type BucketStore,
  fullAfterCall,
  latestFullAt,
  waitMs,
} from '../../../domain/session/rate-limit.ts';
import { isConflict } from '../connection/transact.ts';
import type { Schema } from '../schema/schema.ts';

/** Buckets that one run of the sweep deletes. */
const MAX_FORGOTTEN = 1_000;

/** The buckets of callers. A call that passes is one statement, a refused one a second that reads. */
export function bucketStore(db: Kysely<Schema>): BucketStore {
  return {
    consume: async (key, limit, now) => {
      if (await takeToken(db, key, limit, now)) return 0;
      const bucket = await db
        .selectFrom('rate_limits')
        .where('key', '=', key)
        .select('full_at')
        .executeTakeFirst();
      return bucket ? waitMs(limit, now, bucket.full_at) : 0;
    },
  };
}

/**
 * The rule of `rate-limit.ts` as one statement: it waits for whoever has the row, then looks at it
 * anew, so that of many at once exactly as many pass as there are tokens. A database that answers
 * a conflict instead lets the call pass: to try again would cost more than the call is worth.
 */
async function takeToken(
  db: Kysely<Schema>,
  key: string,
  limit: RateLimit,
  now: Date,
): Promise<boolean> {
  const fullAt = sql<Date>`greatest(rate_limits.full_at, ${now}) + ${limit.refillMs} * interval '1 millisecond'`;
  try {
    const taken = await db
      .insertInto('rate_limits')
      .values({ key, full_at: fullAfterCall(limit, now) })
      .onConflict((conflict) =>
        conflict
          .column('key')
          .doUpdateSet({ full_at: fullAt })
          .where(fullAt, '<=', latestFullAt(limit, now)),
      )
      .returning('key')
      .executeTakeFirst();
    return taken !== undefined;
  } catch (error) {
    if (isConflict(error)) return true;
    throw error;
  }
}

/**
 * Deletes buckets that are full by `now`, a bounded number of them, and says how many: without its
 * row a bucket is full. One that is used meanwhile stays, by the condition that is asked again.
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
