import type { Database } from '../adapters/postgres/connection/database.ts';
import { resultStore } from '../adapters/postgres/run/result-store.ts';
import { resultBucket } from '../adapters/s3/result-bucket.ts';
import type { ResultStore } from '../domain/run/run-store.ts';
import type { Env } from '../env.ts';
import { inPlaces } from '../flows/result-places.ts';

/** Where results are kept: in the database, and large ones in the bucket if there is one. */
export function resultStores(db: Database, { resultBucket: bucket }: Env): ResultStore {
  return inPlaces(resultStore(db), bucket === undefined ? undefined : resultBucket(bucket));
}
