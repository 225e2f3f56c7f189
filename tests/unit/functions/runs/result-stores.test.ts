import { expect, test } from 'vitest';
import type { ResultStore } from '../../../../functions/domain/run/run-store.ts';
import { inPlaces } from '../../../../functions/runs/result-stores.ts';

/** Files in memory, by run and name. */
function memoryResults() {
  const files = new Map<string, Uint8Array>();
  const store: ResultStore = {
    put: async (runId, name, content) => void files.set(`${runId}/${name}`, content),
    get: async (runId, name) => files.get(`${runId}/${name}`),
    remove: async (runId) => {
      for (const key of files.keys()) if (key.startsWith(`${runId}/`)) files.delete(key);
    },
  };
  return { files, store };
}

const [little, much] = [new Uint8Array(128 * 1_024), new Uint8Array(128 * 1_024 + 1)];

test('without a bucket every file is in the database', async () => {
  const { store } = memoryResults();
  expect(inPlaces(store, undefined)).toBe(store);
});

test('a large file is in the bucket and a small one in the database', async () => {
  const [small, bucket] = [memoryResults(), memoryResults()];
  const both = inPlaces(small.store, bucket.store);
  await both.put('run', 'a', little);
  await both.put('run', 'b', much);
  expect([[...small.files.keys()], [...bucket.files.keys()]]).toEqual([['run/a'], ['run/b']]);
  expect(await both.get('run', 'a')).toBe(little);
  expect(await both.get('run', 'b')).toBe(much);
  expect(await both.get('run', 'c')).toBeUndefined();
  await both.remove('run');
  expect([small.files.size, bucket.files.size]).toEqual([0, 0]);
});

test('a large file from before there was a bucket is still found', async () => {
  const [small, bucket] = [memoryResults(), memoryResults()];
  await small.store.put('run', 'a', much);
  expect(await inPlaces(small.store, bucket.store).get('run', 'a')).toBe(much);
});
