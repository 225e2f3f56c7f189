import type { Language } from '../../src/contract/language.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { resultStore } from '../adapters/postgres/run/result-store.ts';
import { resultBucket } from '../adapters/s3/result-bucket.ts';
import type { StoredRun } from '../domain/run/run.ts';
import type { ResultStore } from '../domain/run/run-store.ts';
import type { Env } from '../env.ts';
import { refuseRun } from './run-refusal.ts';

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

/** A file of a result by its name; refuses one that is not there. */
export async function fileReplyOf(
  run: StoredRun | undefined,
  wanted: string,
  {
    results,
    language,
  }: { readonly results: Pick<ResultStore, 'get'>; readonly language: Language },
) {
  const part = run?.result?.find(({ name }) => name === wanted);
  if (!run || part?.kind !== 'file') return refuseRun(language);
  const content = await results.get(run.id, part.name);
  if (!content) return refuseRun(language);
  const { name, mediaType } = part;
  return { status: 200, file: { name, mediaType, content } } as const;
}
