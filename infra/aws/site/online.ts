import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront';
import {
  CloudFrontKeyValueStoreClient,
  DescribeKeyValueStoreCommand,
  paginateListKeys,
  UpdateKeysCommand,
} from '@aws-sdk/client-cloudfront-keyvaluestore';
import {
  DeleteObjectsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
} from '@aws-sdk/client-s3';
import { buildSite } from '../../build/build-site.ts';
import { processVariables } from '../../local/settings.ts';
import { publicVariables, type Settings } from '../settings.ts';
// The store's client needs this module: it signs requests to the store for all regions at once.
import '@aws-sdk/signature-v4a';
import { edgeRegion } from '../runtime/read-secrets.ts';
import { type Online, type Publication, publish } from './publish.ts';

/** The place of the deployed site, from the outputs of its stack. */
export interface Place {
  readonly bucketName: string;
  readonly distributionId: string;
  readonly storeArn: string;
}

/** The most keys that one call may change, and the most files that one may delete (AWS quotas). */
const MAX_KEYS_A_CALL = 50;
const MAX_DELETIONS_A_CALL = 1_000;

/** The site's bucket, the edge's addresses and its cache, with the rights of the operator. */
export function onlineAt({ bucketName, distributionId, storeArn }: Place): Online {
  const s3 = new S3Client({ region: edgeRegion });
  const cloudFront = new CloudFrontClient({ region: edgeRegion });
  const store = new CloudFrontKeyValueStoreClient({ region: edgeRegion });
  const changeKeys = async (Puts: { Key: string; Value: string }[], Deletes: { Key: string }[]) => {
    const { ETag } = await store.send(new DescribeKeyValueStoreCommand({ KvsARN: storeArn }));
    await store.send(new UpdateKeysCommand({ KvsARN: storeArn, IfMatch: ETag, Puts, Deletes }));
  };
  return {
    list: async () => {
      const files = new Map<string, string>();
      for await (const page of paginateListObjectsV2({ client: s3 }, { Bucket: bucketName })) {
        for (const { Key = '', ETag = '' } of page.Contents ?? []) {
          files.set(`/${Key}`, ETag.replaceAll('"', ''));
        }
      }
      const addresses = new Map<string, string>();
      for await (const page of paginateListKeys({ client: store }, { KvsARN: storeArn })) {
        for (const { Key = '', Value = '' } of page.Items ?? []) addresses.set(Key, Value);
      }
      return { files, addresses };
    },
    put: async ({ path, contentType, cacheControl, status }, content) => {
      await s3.send(
        new PutObjectCommand({
          Bucket: bucketName,
          Key: path.slice(1),
          Body: content,
          ContentType: contentType,
          CacheControl: cacheControl,
          ...(status ? { Metadata: { status } } : {}),
        }),
      );
    },
    remove: async (paths) => {
      for (const some of inGroups(paths, MAX_DELETIONS_A_CALL)) {
        const Objects = some.map((path) => ({ Key: path.slice(1) }));
        await s3.send(new DeleteObjectsCommand({ Bucket: bucketName, Delete: { Objects } }));
      }
    },
    changeAddresses: async (puts, deletions) => {
      const added = [...puts].map(([Key, Value]) => ({ Key, Value }));
      for (const some of inGroups(added, MAX_KEYS_A_CALL)) await changeKeys(some, []);
      const removed = deletions.map((Key) => ({ Key }));
      for (const some of inGroups(removed, MAX_KEYS_A_CALL)) await changeKeys([], some);
    },
    invalidate: async (paths) => {
      const Paths = { Quantity: paths.length, Items: [...paths] };
      const InvalidationBatch = { CallerReference: randomUUID(), Paths };
      await cloudFront.send(
        new CreateInvalidationCommand({ DistributionId: distributionId, InvalidationBatch }),
      );
    },
  };
}

function inGroups<Item>(items: readonly Item[], size: number): readonly Item[][] {
  const starts = Array.from({ length: Math.ceil(items.length / size) }, (_, index) => index * size);
  return starts.map((start) => items.slice(start, start + size));
}

const root = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * Builds the site for a deployment, with the published posts of now, and puts it online.
 * @throws {StartError} when the site cannot be built
 */
export async function buildAndPublish(settings: Settings, place: Place): Promise<Publication> {
  const folder = await mkdtemp(join(tmpdir(), 'site-'));
  try {
    const outDir = join(folder, 'site');
    const cacheDir = join(folder, 'cache');
    const variables = { ...processVariables(), ...publicVariables(settings) };
    const { signal } = new AbortController();
    await buildSite({ root, outDir, cacheDir, variables, now: new Date(), signal });
    return await publish(outDir, onlineAt(place));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
