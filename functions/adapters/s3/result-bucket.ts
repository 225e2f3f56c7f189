import type { S3Client, S3ClientConfig } from '@aws-sdk/client-s3';
import type { ResultStore } from '../../domain/run/run-store.ts';

/** How long a request and the start of a connection may take, in milliseconds. */
const REQUEST_TIMEOUT_MS = 10_000;
const CONNECT_TIMEOUT_MS = 2_000;

const MAX_ATTEMPTS = 3;

type Sdk = typeof import('@aws-sdk/client-s3');

/**
 * Stores the files of results under the id of their run. The first call loads the SDK, so a
 * deployment without a bucket never loads it.
 * @param config settings that the environment lacks, such as the address of a stand-in for tests
 */
export function resultBucket(bucket: string, config: S3ClientConfig = {}): ResultStore {
  let opening: Promise<{ readonly sdk: Sdk; readonly client: S3Client }> | undefined;
  const open = () => {
    opening ??= openBucket(config).catch((error: unknown) => {
      // The next call tries again.
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    put: async (runId, name, content) => {
      const { sdk, client } = await open();
      const object = { Bucket: bucket, Key: keyOf(runId, name), Body: content };
      await client.send(new sdk.PutObjectCommand(object));
    },
    get: async (runId, name) => {
      const { sdk, client } = await open();
      const object = { Bucket: bucket, Key: keyOf(runId, name) };
      try {
        const { Body: body } = await client.send(new sdk.GetObjectCommand(object));
        return await body?.transformToByteArray();
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return undefined;
        throw error;
      }
    },
    remove: async (runId) => {
      const { sdk, client } = await open();
      const listed = await client.send(
        new sdk.ListObjectsV2Command({ Bucket: bucket, Prefix: keyOf(runId, '') }),
      );
      const objects = (listed.Contents ?? []).map(({ Key }) => ({ Key }));
      if (objects.length === 0) return;
      const request = { Bucket: bucket, Delete: { Objects: objects, Quiet: true } };
      const { Errors: errors = [] } = await client.send(new sdk.DeleteObjectsCommand(request));
      if (errors.length > 0)
        throw new Error(`${errors.length} files of a result stay in the bucket`);
    },
  };
}

async function openBucket(config: S3ClientConfig) {
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECT_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      throwOnRequestTimeout: true,
    },
    ...config,
  });
  return { sdk, client };
}

function keyOf(runId: string, name: string): string {
  return `runs/${runId}/${name}`;
}
