import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { resultBucket } from '../../../../../functions/adapters/s3/result-bucket.ts';
import type { ResultStore } from '../../../../../functions/domain/run/run-store.ts';
import { type BucketServer, startBucketServer } from '../../../../support/bucket-server.ts';

let server: BucketServer;
let results: ResultStore;

beforeAll(async () => {
  server = await startBucketServer();
  results = resultBucket('results', server.config);
  return server.close;
});

beforeEach(() => {
  server.objects.clear();
  server.requests.length = 0;
});

const content = Buffer.from([0, 1, 2, 255]);

test('a file is stored under the id of its run, and comes back unchanged', async () => {
  await results.put('run-1', 'a.png', content);
  expect([...server.objects.keys()]).toEqual(['/results/runs/run-1/a.png']);
  expect(server.requests[0]).toMatch(/^PUT \/results\/runs\/run-1\/a\.png/);
  expect(Buffer.from((await results.get('run-1', 'a.png')) ?? [])).toEqual(content);
});

test('a missing file is undefined', async () => {
  expect(await results.get('run-1', 'b.png')).toBeUndefined();
});

test('the files of a run are deleted, and no others', async () => {
  for (const [run, name] of [
    ['run-1', 'a.png'],
    ['run-1', 'b.png'],
    ['run-10', 'a.png'],
  ] as const) {
    await results.put(run, name, content);
  }
  await results.remove('run-1');
  expect([...server.objects.keys()]).toEqual(['/results/runs/run-10/a.png']);
  await results.remove('run-1');
});

test('the next call opens a bucket again that could not be opened', async () => {
  const broken = new Error('the disk is away');
  let isBroken = true;
  vi.doMock('@aws-sdk/client-s3', async (original) => {
    const sdk = await original<typeof import('@aws-sdk/client-s3')>();
    const open = (config: ConstructorParameters<typeof sdk.S3Client>[0]) => {
      if (isBroken) throw broken;
      return new sdk.S3Client(config ?? {});
    };
    const construct = (_: unknown, [config]: Parameters<typeof open>) => open(config);
    return { ...sdk, S3Client: new Proxy(sdk.S3Client, { construct }) };
  });
  onTestFinished(() => vi.doUnmock('@aws-sdk/client-s3'));
  const late = resultBucket('results', server.config);
  await expect(late.get('run-1', 'a.png')).rejects.toBe(broken);
  isBroken = false;
  expect(await late.get('run-1', 'a.png')).toBeUndefined();
});

test('a refusal of the bucket is an error', async () => {
  const stranger = resultBucket('results', {
    ...server.config,
    credentials: { accessKeyId: 'other', secretAccessKey: 'secret' },
  });
  await expect(stranger.put('run-1', 'a.png', content)).rejects.toThrow();
  await expect(stranger.get('run-1', 'a.png')).rejects.toThrow();
});
