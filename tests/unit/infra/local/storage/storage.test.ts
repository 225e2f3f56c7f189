import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { uploadBucket } from '../../../../../functions/adapters/s3/upload-bucket.ts';
import { uploadExpiry } from '../../../../../functions/domain/upload/upload.ts';
import {
  keptFreeBytes,
  startStorage,
  storage,
} from '../../../../../infra/local/storage/storage.ts';
import { uploadAddressMinutes } from '../../../../../src/contract/uploads.ts';
import { type Served, serve } from '../../../../integration/local/serve.ts';
import { freePort } from '../../../../support/free-ports.ts';

/** Whether each write of a file fails as on a full disk. */
const disk = vi.hoisted(() => ({ isFull: false }));

vi.mock(import('node:fs'), async (original) => {
  const real = await original();
  const write: Writable['_write'] = (_chunk, _encoding, done) =>
    done(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
  const createWriteStream: typeof real.createWriteStream = (...file) =>
    disk.isFull
      ? Object.assign(real.createWriteStream(...file), { _write: write })
      : real.createWriteStream(...file);
  return { ...real, createWriteStream };
});

const siteOrigin = 'http://localhost:4321';
const credentials = { accessKeyId: 'uploads', secretAccessKey: 'a secret of the tests' };
const start = new Date('2026-11-22T19:00:00Z');
const folder = mkdtempSync(join(tmpdir(), 'storage-'));
const reported: string[] = [];

let now = start;
let served: Served;
let base: string;
let freeBytes: number;
/** The uploads that are kept; without it the storage does as S3 does. */
let kept: Set<string> | undefined;

const keptOf = async (ids: readonly string[]) => new Set(ids.filter((id) => kept?.has(id)));

beforeAll(async () => {
  served = await serve((origin) => {
    base = `${origin}/storage`;
    const report = (text: string) => reported.push(text);
    const deps = { base, credentials, folder, siteOrigin, clock: () => now, report };
    const free = { freeBytes: async () => freeBytes };
    const [own, likeS3] = [storage({ ...deps, ...free, keptOf }), storage({ ...deps, ...free })];
    return (...call) => (kept ? own : likeS3)(...call);
  });
  return served.close;
});

beforeEach(() => {
  now = start;
  freeBytes = Number.POSITIVE_INFINITY;
  kept = new Set();
  disk.isFull = false;
  reported.length = 0;
});

afterAll(() => rmSync(folder, { recursive: true }));

const unsigned = [403, 'SignatureDoesNotMatch'];
const file = Buffer.from('a picture of a mill');

async function address(content = file, keys = credentials) {
  const bucket = uploadBucket({ base, credentials: keys });
  const id = randomUUID();
  const sha256 = createHash('sha256').update(content).digest('hex');
  const about = { id, walletId: randomUUID(), mediaType: 'image/png' };
  const upload = { ...about, bytes: content.length, sha256 };
  kept?.add(id);
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
  const get = { url: await bucket.getAddress(id, now), headers: {} };
  expect(await send(get, file, 'GET')).toEqual([404, 'NoSuchKey']);
  expect(readdirSync(folder)).toEqual([]);
});

describe('refuses what S3 refuses:', () => {
  const other = Buffer.from('a picture of a well');
  type Put = Awaited<ReturnType<typeof address>>;
  const sent = (headers: Put['headers']) => (put: Put) => send({ ...put, headers });
  const at = (found: string, other: string) => (put: Put) =>
    send({ ...put, url: put.url.replace(found, other) });
  const by = (other: Partial<typeof credentials>) => async () =>
    send(await address(file, { ...credentials, ...other }));
  const later = (minutes: number) => (put: Put) => {
    now = new Date(start.getTime() + minutes * 60_000 + 1);
    return send(put);
  };
  const malformed = [400, 'AuthorizationQueryParametersError'];
  const denied = [403, 'AccessDenied'];

  test.each<[string, (put: Put) => Promise<readonly unknown[]>, readonly unknown[]]>([
    ['another content of that size', (put) => send(put, other), [400, 'BadDigest']],
    ['a longer file', (put) => send(put, Buffer.concat([file, file])), unsigned],
    ['a shorter one', (put) => send(put, file.subarray(1)), unsigned],
    ['another checksum', sent({ 'x-amz-checksum-sha256': 'AAAA' }), unsigned],
    ['no checksum', sent({}), unsigned],
    [
      'a header that nobody has signed',
      (put) => sent({ ...put.headers, 'x-amz-acl': 'public-read' })(put),
      denied,
    ],
    ['another method', (put) => send(put, file, 'GET'), unsigned],
    ['a deletion', (put) => send(put, file, 'DELETE'), unsigned],
    ['the name of another file', (put) => at(put.id, randomUUID())(put), unsigned],
    ['a parameter more', (put) => send({ ...put, url: `${put.url}&x-id=PutObject` }), unsigned],
    ['a longer life', at('Expires=900', 'Expires=7200'), unsigned],
    ['another algorithm', at('AWS4-HMAC', 'AWS5-HMAC'), unsigned],
    ['another region', at('us-east-1', 'eu-west-1'), unsigned],
    ['a time that is none', at('20261122T', '20269922T'), malformed],
    ['a life of more than a week', at('Expires=900', 'Expires=604801'), malformed],
    ['no signature', (put) => send({ ...put, url: new URL('?', put.url).href }), malformed],
    ['a path without a file', (put) => at(put.id, '..%2f..')(put), [404, 'NoSuchKey']],
    ['a key that it does not know', by({ accessKeyId: 'other' }), unsigned],
    ['another secret', by({ secretAccessKey: 'another' }), unsigned],
    ['an address whose time is over', later(uploadAddressMinutes), denied],
    ['an address of tomorrow', later(-24 * 60), denied],
  ])('%s', async (_what, attempt, expected) => {
    expect(await attempt(await address())).toEqual(expected);
    expect(readdirSync(folder)).toEqual([]);
    expect(reported).toEqual([]);
  });
});

/** Sends the head of a request and the first bytes of its file, and waits until they are stored. */
async function begin({ url, headers }: Awaited<ReturnType<typeof address>>, body = file) {
  const before = readdirSync(folder).length;
  const { host, pathname, search } = new URL(url);
  const [hostname = '', port] = host.split(':');
  const socket = connect({ host: hostname, port: Number(port) });
  const fields = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(
    `PUT ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${body.length}\r\n${fields.join('')}\r\n`,
  );
  socket.write(body.subarray(0, 5));
  await expect.poll(() => readdirSync(folder)).toHaveLength(before + 1);
  return socket;
}

test('a sender who leaves in the middle leaves nothing, and may begin again', async () => {
  const { id, ...put } = await address();
  const socket = await begin({ id, ...put });
  socket.destroy();
  await expect.poll(() => readdirSync(folder)).toEqual([]);
  expect(await send(put)).toEqual([200, undefined]);
  await uploadBucket({ base, credentials }).remove(id, now);
});

test('a file whose upload is gone is refused', async () => {
  const put = await address();
  kept?.clear();
  expect(await send(put)).toEqual([404, 'NoSuchUpload']);
  expect(readdirSync(folder)).toEqual([]);
});

test('a file whose upload goes while it is sent is refused, and does not stay', async () => {
  const put = await address();
  const socket = await begin(put);
  kept?.clear();
  socket.write(file.subarray(5));
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 404 .*<Code>NoSuchUpload<\/Code>/s);
  socket.destroy();
  expect(readdirSync(folder)).toEqual([]);
});

test('as S3 does, an address takes its file until it ends, whatever became of the upload', async () => {
  const { id, ...put } = await address();
  kept = undefined;
  now = new Date(start.getTime() + uploadAddressMinutes * 60_000);
  expect(await send(put)).toEqual([200, undefined]);
  await uploadBucket({ base, credentials }).remove(id, now);
  now = new Date(now.getTime() + 1);
  expect(await send(put)).toEqual([403, 'AccessDenied']);
  expect(readdirSync(folder)).toEqual([]);
});

test('files leave some of the disk free, those on their way counted whole', async () => {
  freeBytes = keptFreeBytes + 2 * file.length;
  const [first, second] = [await address(), await address()];
  const socket = await begin(first);
  expect(await send(second)).toEqual([200, undefined]);
  freeBytes -= 1;
  expect(await send(second)).toEqual([503, 'ServiceUnavailable']);
  socket.destroy();
  await expect.poll(() => send(second)).toEqual([200, undefined]);
  freeBytes = keptFreeBytes + file.length - 1;
  expect(await send(second)).toEqual([503, 'ServiceUnavailable']);
  await uploadBucket({ base, credentials }).remove(second.id, now);
  expect(readdirSync(folder)).toEqual([]);
});

test('who sends a file again ends its first sending', async () => {
  const put = await address();
  const socket = await begin(put);
  const ended = once(socket, 'close');
  expect(await send(put)).toEqual([200, undefined]);
  socket.resume();
  await ended;
  expect(readdirSync(folder)).toEqual([put.id]);
  await uploadBucket({ base, credentials }).remove(put.id, now);
});

test('a disk that fills up while a file is sent is answered, and nothing stays', async () => {
  const large = Buffer.alloc(4_000_000, 'a mill ');
  const put = await address(large);
  disk.isFull = true;
  expect(await send(put, large)).toEqual([503, 'ServiceUnavailable']);
  expect(readdirSync(folder)).toEqual([]);
  expect(reported).toEqual([expect.stringContaining('no space left on device')]);
  disk.isFull = false;
  expect(await send(put, large)).toEqual([200, undefined]);
  await uploadBucket({ base, credentials }).remove(put.id, now);
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

describe('a storage that starts', () => {
  const lost = mkdtempSync(join(tmpdir(), 'storage-'));
  const [kind, gone] = [randomUUID(), randomUUID()];

  beforeEach(() => {
    for (const name of readdirSync(lost)) rmSync(join(lost, name));
    for (const name of [kind, gone, 'new.part']) writeFileSync(join(lost, name), 'a');
  });

  afterAll(() => rmSync(lost, { recursive: true }));

  /** Starts it with a timer that a test lets go off; `undefined` once it is cancelled. */
  async function started(changes: Partial<Parameters<typeof startStorage>[1]> = {}) {
    const port = await freePort();
    const timer: { goOff?: (() => void) | undefined; delayMs?: number } = {};
    const close = await startStorage(port, {
      base: `http://localhost:${port}/storage`,
      credentials,
      folder: lost,
      siteOrigin,
      freeBytes: async () => freeBytes,
      clock: () => start,
      timer: (goOff, delayMs) => {
        Object.assign(timer, { goOff, delayMs });
        return () => Object.assign(timer, { goOff: undefined });
      },
      report: (text) => reported.push(text),
      ...changes,
    });
    return { close, timer };
  }

  test('deletes halves and files without an upload, and what has none any more every hour', async () => {
    kept = new Set([kind]);
    writeFileSync(join(lost, 'no id'), 'a');
    const { close, timer } = await started({ keptOf });
    expect(readdirSync(lost)).toEqual([kind]);
    writeFileSync(join(lost, `${gone}.part`), 'a file on its way');
    kept.clear();
    expect(timer.delayMs).toBe(3_600_000);
    timer.goOff?.();
    await expect.poll(() => readdirSync(lost)).toEqual([`${gone}.part`]);
    await close();
    expect(timer.goOff).toBeUndefined();
    expect(reported).toEqual([]);
  });

  test('deletes what is too old where it does as S3 does', async () => {
    const old = new Date(start.getTime() - 3 * 24 * 60 * 60_000);
    utimesSync(join(lost, gone), old, old);
    utimesSync(join(lost, kind), start, start);
    const { close } = await started();
    expect(readdirSync(lost)).toEqual([kind]);
    await close();
  });

  test('deletes nothing while the database is away, and goes on', async () => {
    const { close, timer } = await started({
      keptOf: async () => Promise.reject(new Error('no database answers')),
    });
    expect(readdirSync(lost).toSorted()).toEqual([kind, gone].toSorted());
    expect(reported).toEqual([expect.stringContaining('no database answers')]);
    expect(timer.goOff).toBeDefined();
    await close();
  });

  test('says that it refuses files when too little of the disk is free', async () => {
    freeBytes = keptFreeBytes - 1;
    const { close } = await started();
    expect(reported).toEqual([expect.stringMatching(/^Files of uploads are refused: 999999999 /)]);
    await close();
  });
});
