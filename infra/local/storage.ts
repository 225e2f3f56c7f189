import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync, readdirSync, statSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BucketKeys, regionOf } from '../../functions/adapters/s3/presign.ts';
import { DAY_MS } from '../../src/contract/durations.ts';
import { checksumHeader, maxUploadBytes } from '../../src/contract/uploads.ts';
import { describeError, isErrno } from './errors.ts';
import { listen } from './listen.ts';
import { type Refused, refused, signatureRefusal } from './storage/check-signature.ts';

interface StorageDeps {
  /** Where the bucket answers; its objects lie below it. */
  readonly base: string;
  readonly credentials: BucketKeys;
  /** Where the files lie. */
  readonly folder: string;
  /** The origin whose pages may send files. */
  readonly siteOrigin: string;
  readonly clock: () => Date;
  /** Logs internal failures. */
  readonly report: (text: string) => void;
}

/** A sender that stays silent for so long is cut off, in milliseconds; S3 does it after some 20 s. */
const IDLE_MS = 20_000;

/** How long a file of 25 MB may take: some 15 kB a second. */
const REQUEST_MS = 30 * 60 * 1_000;

/** As the bucket's own rule: what the sweep has missed is deleted after the day that it is kept. */
const LOST_AFTER_MS = 2 * DAY_MS;

/**
 * Starts the stand-in for the bucket of the uploads, with the files of before a restart.
 * @returns stops it
 * @throws {StartError} when the port is taken
 */
export async function startStorage(port: number, deps: StorageDeps): Promise<() => Promise<void>> {
  mkdirSync(deps.folder, { recursive: true, mode: 0o700 });
  await removeLost(deps);
  const listener = storage(deps);
  return listen(port, () => {
    const server = createServer({ requestTimeout: REQUEST_MS }, listener);
    server.setTimeout(IDLE_MS);
    return server;
  });
}

/** Half of a file that a stop has interrupted, and files that nobody deletes any more. */
async function removeLost({ folder, clock }: StorageDeps): Promise<void> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const isLost = clock().getTime() - statSync(path).mtimeMs > LOST_AFTER_MS;
    if (isLost || name.endsWith(partEnding)) await rm(path, { force: true });
  }
}

/**
 * PUT, GET and DELETE of objects as S3 answers them at presigned addresses, with the CORS rule of the
 * bucket (`infra/aws/data-stack.ts`). Objects are files in a folder.
 */
export function storage(deps: StorageDeps): RequestListener {
  return async (request, response) => {
    try {
      const failure =
        allowOrigin(request, response, deps) ?? (await answer(request, response, deps));
      if (failure) refuse(request, response, failure);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      deps.report(describeError(error));
      if (response.headersSent) response.destroy();
      else response.writeHead(500).end();
    }
  };
}

/** Answers a preflight request, and lets the pages of the site read the other answers. */
function allowOrigin(
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  { siteOrigin }: StorageDeps,
): Refused | undefined {
  response.setHeader('vary', 'origin');
  const isAllowed = headers.origin === siteOrigin;
  if (isAllowed) response.setHeader('access-control-allow-origin', siteOrigin);
  if (method !== 'OPTIONS') return undefined;
  if (!isAllowed || headers['access-control-request-method'] !== 'PUT') {
    return refused(403, 'AccessForbidden', 'CORSResponse: This CORS request is not allowed.');
  }
  response.setHeader('access-control-allow-methods', 'PUT');
  response.setHeader('access-control-allow-headers', checksumHeader);
  response.writeHead(200).end();
  return undefined;
}

/** Answers a signed request; what it returns is still to be refused. */
async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  deps: StorageDeps,
): Promise<Refused | undefined> {
  if (response.headersSent) return undefined;
  const { method = 'GET', headers } = request;
  const { protocol, pathname } = new URL(deps.base);
  const url = new URL(`${protocol}//${headers.host ?? ''}${request.url ?? '/'}`);
  const id = url.pathname.startsWith(`${pathname}/`) ? url.pathname.slice(pathname.length + 1) : '';
  if (!/^[\da-f-]{36}$/.test(id)) return refused(404, 'NoSuchKey', 'There is no such object.');
  const keys = { credentials: deps.credentials, region: regionOf(deps.base), now: deps.clock() };
  const failure = await signatureRefusal({ method, url, headers }, keys);
  if (failure) return failure;
  const path = join(deps.folder, id);
  if (method === 'PUT') return put(request, response, path);
  if (method === 'GET') return get(response, path);
  if (method !== 'DELETE') return refused(405, 'MethodNotAllowed', 'Only PUT, GET and DELETE.');
  await rm(path, { force: true });
  response.writeHead(204).end();
  return undefined;
}

const partEnding = '.part';

/**
 * Stores a whole object or nothing. Node ends the body at the length that its header says, which is
 * signed; a sender who leaves before that leaves nothing.
 */
async function put(
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): Promise<Refused | undefined> {
  const { 'content-length': length, [checksumHeader]: checksum } = request.headers;
  if (length === undefined) return refused(411, 'MissingContentLength', 'Say the length.');
  if (Number(length) > maxUploadBytes) return refused(400, 'EntityTooLarge', 'It is too large.');
  const part = `${path}.${randomUUID()}${partEnding}`;
  const hash = createHash('sha256');
  const hashing = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  try {
    await pipeline(request, hashing, createWriteStream(part, { mode: 0o600 }));
    if (hash.digest('base64') !== checksum) {
      return refused(400, 'BadDigest', 'The SHA256 you specified did not match the content.');
    }
    await rename(part, path);
  } finally {
    await rm(part, { force: true });
  }
  response.writeHead(200).end();
  return undefined;
}

async function get(response: ServerResponse, path: string): Promise<Refused | undefined> {
  try {
    const { size } = await stat(path);
    response.writeHead(200, { 'content-length': size, 'content-type': 'binary/octet-stream' });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    return refused(404, 'NoSuchKey', 'There is no such object.');
  }
  await pipeline(createReadStream(path), response);
  return undefined;
}

/** A refused body is not read: the connection ends with the answer. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: Refused,
): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const isUnread = !request.complete;
  const headers = {
    'content-type': 'application/xml',
    ...(isUnread ? { connection: 'close' } : {}),
  };
  response.writeHead(status, headers).end(body);
  if (isUnread) request.resume();
}
