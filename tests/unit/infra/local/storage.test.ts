import { createHash, randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { uploadBucket } from '../../../../functions/adapters/s3/upload-bucket.ts';
import { uploadExpiry } from '../../../../functions/domain/upload/upload.ts';
import { startStorage, storage } from '../../../../infra/local/storage.ts';
import { uploadAddressMinutes } from '../../../../src/contract/uploads.ts';
import { type Served, serve } from '../../../integration/local/serve.ts';
import { freePort } from '../../../support/free-ports.ts';

const siteOrigin = 'http://localhost:4321';
const credentials = { accessKeyId: 'uploads', secretAccessKey: 'a secret of the tests' };
const start = new Date('2026-11-22T19:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const reported: string[] = [];

let now = start;
let served: Served;
let base: string;

beforeAll(async () => {
  served = await serve((origin) => {
    base = `${origin}/storage`;
    const report = (text: string) => reported.push(text);
    return storage({ base, credentials, folder, siteOrigin, clock: () => now, report });
  });
  return served.close;
});

beforeEach(() => {
  now = start;
  reported.length = 0;
});

afterAll(() => rmSync(folder, { recursive: true }));

const file = Buffer.from('a picture of a mill');

async function address(content = file, keys = credentials) {
  const bucket = uploadBucket({ base, credentials: keys });
  const id = randomUUID();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const upload = {
    id,
    walletId: randomUUID(),
    mediaType: 'image/png',
    bytes: content.length,
    sha256,
  };
  const stored = { ...upload, createdAt: start, expiresAt: uploadExpiry(start) };
  return { id, ...(await bucket.putAddress(stored, start)) };
}

async function send(
  { url, headers }: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  body: Uint8Array<ArrayBuffer> = file,
  method = 'PUT',
) {
  const answer = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body }) });
  return [answer.status, /<Code>(\w+)/.exec(await answer.text())?.[1]];
}

test('takes a file as often as it is sent, gives it back, and deletes it', async () => {
  const { id, ...put } = await address();
  expect(await send(put)).toEqual([200, undefined]);
  expect(await send(put)).toEqual([200, undefined]);
  const bucket = uploadBucket({ base, credentials });
  const got = await fetch(await bucket.getAddress(id, now));
  expect(Buffer.from(await got.arrayBuffer())).toEqual(file);
  await bucket.remove(id, now);
  await bucket.remove(id, now);
  expect(await send({ url: await bucket.getAddress(id, now), headers: {} }, file, 'GET')).toEqual([
    404,
    'NoSuchKey',
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

describe('refuses what S3 refuses:', () => {
  const other = Buffer.from('a picture of a well');
  const rows: readonly (readonly [
    string,
    (put: Awaited<ReturnType<typeof address>>) => Promise<readonly unknown[]>,
    readonly unknown[],
  ])[] = [
    ['another content of that size', (put) => send(put, other), [400, 'BadDigest']],
    [
      'a longer file',
      (put) => send(put, Buffer.concat([file, file])),
      [403, 'SignatureDoesNotMatch'],
    ],
    ['a shorter one', (put) => send(put, file.subarray(1)), [403, 'SignatureDoesNotMatch']],
    [
      'another checksum',
      (put) => send({ ...put, headers: { 'x-amz-checksum-sha256': 'AAAA' } }),
      [403, 'SignatureDoesNotMatch'],
    ],
    ['no checksum', (put) => send({ ...put, headers: {} }), [403, 'SignatureDoesNotMatch']],
    [
      'a header that nobody has signed',
      (put) => send({ ...put, headers: { ...put.headers, 'x-amz-acl': 'public-read' } }),
      [403, 'AccessDenied'],
    ],
    ['another method', (put) => send(put, file, 'GET'), [403, 'SignatureDoesNotMatch']],
    ['a deletion', (put) => send(put, file, 'DELETE'), [403, 'SignatureDoesNotMatch']],
    [
      'the name of another file',
      (put) => send({ ...put, url: put.url.replace(put.id, randomUUID()) }),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'a parameter more',
      (put) => send({ ...put, url: `${put.url}&x-id=PutObject` }),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'a longer life',
      (put) => send({ ...put, url: put.url.replace('Expires=3600', 'Expires=7200') }),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'another algorithm',
      (put) => send({ ...put, url: put.url.replace('AWS4-HMAC', 'AWS5-HMAC') }),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'another region',
      (put) => send({ ...put, url: put.url.replace('us-east-1', 'eu-west-1') }),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'a time that is none',
      (put) => send({ ...put, url: put.url.replace('20261122T', '20269922T') }),
      [400, 'AuthorizationQueryParametersError'],
    ],
    [
      'a life of more than a week',
      (put) => send({ ...put, url: put.url.replace('Expires=3600', 'Expires=604801') }),
      [400, 'AuthorizationQueryParametersError'],
    ],
    [
      'no signature',
      (put) => send({ ...put, url: new URL('?', put.url).href }),
      [400, 'AuthorizationQueryParametersError'],
    ],
    [
      'a path without a file',
      (put) => send({ ...put, url: put.url.replace(put.id, '..%2f..') }),
      [404, 'NoSuchKey'],
    ],
    [
      'a key that it does not know',
      async () => send(await address(file, { ...credentials, accessKeyId: 'other' })),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'another secret',
      async () => send(await address(file, { ...credentials, secretAccessKey: 'another' })),
      [403, 'SignatureDoesNotMatch'],
    ],
    [
      'an address whose time is over',
      (put) => {
        now = new Date(start.getTime() + uploadAddressMinutes * 60_000 + 1);
        return send(put);
      },
      [403, 'AccessDenied'],
    ],
    [
      'an address of tomorrow',
      (put) => {
        now = new Date(start.getTime() - 24 * 60 * 60_000);
        return send(put);
      },
      [403, 'AccessDenied'],
    ],
  ];

  test.each(rows)('%s', async (_what, attempt, expected) => {
    expect(await attempt(await address())).toEqual(expected);
    expect(readdirSync(folder)).toEqual([]);
    expect(reported).toEqual([]);
  });
});

test('a sender who leaves in the middle leaves nothing, and may begin again', async () => {
  const { id, ...put } = await address();
  const { host, pathname, search } = new URL(put.url);
  const [hostname = '', port] = host.split(':');
  const socket = connect({ host: hostname, port: Number(port) });
  const fields = Object.entries(put.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${file.length}\r\n${fields.join('')}\r\na pic`,
  );
  await expect.poll(() => readdirSync(folder)).toHaveLength(1);
  socket.destroy();
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  expect(await send(put)).toEqual([200, undefined]);
  await uploadBucket({ base, credentials }).remove(id, now);
});

test.each([
  ['the site', siteOrigin, 'PUT', 200, siteOrigin],
  ['another site', 'https://evil.example', 'PUT', 403, null],
  ['the site, to read', siteOrigin, 'GET', 403, siteOrigin],
])('a preflight request of %s', async (_who, origin, method, status, allowed) => {
  const headers = { origin, 'access-control-request-method': method };
  const answer = await fetch(`${base}/${randomUUID()}`, { method: 'OPTIONS', headers });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('access-control-allow-origin')).toBe(allowed);
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    status === 200 ? 'x-amz-checksum-sha256' : null,
  );
});

test('a start deletes halves, and files that nobody has deleted in time', async () => {
  const lost = mkdtempSync(join(tmpdir(), 'storage-'));
  for (const name of ['old', 'new', 'new.part']) writeFileSync(join(lost, name), 'a');
  const old = new Date(start.getTime() - 3 * 24 * 60 * 60_000);
  utimesSync(join(lost, 'old'), old, old);
  utimesSync(join(lost, 'new'), start, start);
  const port = await freePort();
  const close = await startStorage(port, {
    base: `http://localhost:${port}/storage`,
    credentials,
    folder: lost,
    siteOrigin,
    clock: () => start,
    report: (text) => reported.push(text),
  });
  expect(readdirSync(lost)).toEqual(['new']);
  await close();
  rmSync(lost, { recursive: true });
});
