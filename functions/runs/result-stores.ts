import type { Database } from '../adapters/postgres/connection/database.ts';
import { resultStore } from '../adapters/postgres/run/result-store.ts';
import { resultBucket } from '../adapters/s3/result-bucket.ts';
import type { ResultStore } from '../domain/run/run-store.ts';
import type { Env } from '../env.ts';

/** The stores of results: the database, and for large ones the bucket if there is one. */
export function resultStores(db: Database, { resultBucket: bucket }: Env): ResultStore {
  return inPlaces(resultStore(db), bucket === undefined ? undefined : resultBucket(bucket));
}

/** The largest file that the database stores although there is a bucket, in bytes. */
const MAX_SMALL_BYTES = 128 * 1_024;

/**
 * Stores files in the database, and large ones in the bucket if there is one. It reads and deletes in
 * both, so that results outlive a change of the setting.
 */
export function inPlaces(small: ResultStore, bucket: ResultStore | undefined): ResultStore {
  if (!bucket) return small;
  return {
    put: (runId, name, content) => {
      const place = content.length <= MAX_SMALL_BYTES ? small : bucket;
      return place.put(runId, name, content);
    },
    get: async (runId, name) => (await small.get(runId, name)) ?? bucket.get(runId, name),
    remove: async (runId) => {
      await bucket.remove(runId);
      await small.remove(runId);
    },
  };
}
