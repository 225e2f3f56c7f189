import { createServer } from 'node:http';
import type { S3ClientConfig } from '@aws-sdk/client-s3';
import { portOf } from './any-port.ts';

/** A stand-in for S3 that stores objects in memory and records the requests. */
export interface BucketServer {
  /** The settings that lead a client to it. */
  readonly config: S3ClientConfig;
  readonly objects: Map<string, Buffer>;
  /** Method and address of each request. */
  readonly requests: string[];
  close(): Promise<void>;
}

/**
 * Serves a few calls of S3 by path, to every client that signs them (Signature Version 4).
 *
 * @param accessKeyIds the keys with which a call may be signed
 */
export async function startBucketServer(
  accessKeyIds: readonly string[] = ['key'],
): Promise<BucketServer> {
  const objects = new Map<string, Buffer>();
  const requests: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    requests.push(`${method} ${url}`);
    const [, keyId = ''] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\//.exec(headers.authorization ?? '') ?? [];
    const isSigned = accessKeyIds.includes(keyId);
    const { status, body } = isSigned
      ? answer(method, new URL(url, 'http://s3'), Buffer.concat(chunks), objects)
      : { status: 403, body: '<Error><Code>AccessDenied</Code></Error>' };
    response.writeHead(status, { 'content-type': 'application/xml' }).end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    config: {
      endpoint: `http://localhost:${portOf(server)}`,
      forcePathStyle: true,
      region: 'eu-central-1',
      credentials: { accessKeyId: 'key', secretAccessKey: 'secret' },
    },
    objects,
    requests,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function answer(
  method: string,
  { pathname, searchParams }: URL,
  sent: Buffer,
  objects: Map<string, Buffer>,
): { readonly status: number; readonly body: string | Buffer } {
  if (method === 'PUT') {
    objects.set(pathname, sent);
    return { status: 200, body: '' };
  }
  if (method === 'POST' && searchParams.has('delete')) {
    const keys = [...sent.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key]) => key);
    for (const key of keys) objects.delete(`${pathname}${pathname.endsWith('/') ? '' : '/'}${key}`);
    return { status: 200, body: '<DeleteResult></DeleteResult>' };
  }
  const prefix = searchParams.get('prefix');
  if (method === 'GET' && prefix !== null) {
    const bucket = pathname.replace(/\/?$/, '/');
    const keys = [...objects.keys()].filter((path) => path.startsWith(`${bucket}${prefix}`));
    const contents = keys.map(
      (path) => `<Contents><Key>${path.slice(bucket.length)}</Key></Contents>`,
    );
    return { status: 200, body: `<ListBucketResult>${contents.join('')}</ListBucketResult>` };
  }
  const found = objects.get(pathname);
  if (found) return { status: 200, body: found };
  return { status: 404, body: '<Error><Code>NoSuchKey</Code></Error>' };
}
