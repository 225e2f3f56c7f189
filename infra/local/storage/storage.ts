import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { rename, rm, stat, statfs } from 'node:fs/promises';
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { type BucketKeys, regionOf } from '../../../functions/adapters/s3/presign.ts';
import type { Timer } from '../../../functions/flows/timer.ts';
import { checksumHeader, maxUploadBytes } from '../../../src/contract/uploads.ts';
import { describeError, isErrno } from '../errors.ts';
import { listen } from '../http/listen.ts';
import { runSchedules } from '../schedules.ts';
import { type Refused, signatureRefusal, storageRefusal } from './check-signature.ts';
import { isId, partEnding, removeLost, removeParts, type StoredFiles } from './lost-files.ts';

interface StorageDeps extends StoredFiles {
  /** Where the bucket answers; its objects lie below it. */
  readonly base: string;
  readonly credentials: BucketKeys;
  /** The origin whose pages may send files. */
  readonly siteOrigin: string;
  /** How much of the disk with the folder is free, in bytes. */
  readonly freeBytes: (folder: string) => Promise<number>;
  /** Logs internal failures. */
  readonly report: (text: string) => void;
}

/** A sender that stays silent for so long is cut off, in milliseconds; S3 does it after some 20 s. */
const IDLE_MS = 20_000;

/** How long a file of 25 MB may take: some 15 kB a second. */
const REQUEST_MS = 30 * 60 * 1_000;

/** How often the storage deletes files that nobody keeps, in minutes. */
const CLEAN_MINUTES = 60;

/**
 * How much of the disk uploads leave free, in bytes: the database may be on it, and Postgres alone
 * lets its log grow to 1 GB (`max_wal_size` in its manual).
 */
export const keptFreeBytes = 1_000_000_000;

/**
 * Starts the stand-in for the bucket of the uploads, with the files of before a restart. It deletes
 * files that nobody keeps, at once and then every hour.
 * @returns stops it
 * @throws {StartError} when the port is taken
 */
export async function startStorage(
  port: number,
  { timer, ...deps }: StorageDeps & { readonly timer: Timer },
): Promise<() => Promise<void>> {
  mkdirSync(deps.folder, { recursive: true, mode: 0o700 });
  await removeParts(deps.folder);
  const clean = () => clear(deps).catch((error: unknown) => deps.report(describeError(error)));
  await clean();
  const listener = storage(deps);
  const close = await listen(port, () => {
    const server = createServer({ requestTimeout: REQUEST_MS }, listener);
    server.setTimeout(IDLE_MS);
    return server;
  });
  const stopCleaning = runSchedules({
    schedules: [{ file: 'uploads', everyMinutes: CLEAN_MINUTES }],
    handlerOf: () => clean,
    makeId: randomUUID,
    timer,
  });
  return async () => void (await Promise.all([stopCleaning(), close()]));
}

async function clear(deps: StorageDeps): Promise<void> {
  await removeLost(deps);
  const freeBytes = await deps.freeBytes(deps.folder);
  if (freeBytes >= keptFreeBytes) return;
  deps.report(
    `Files of uploads are refused: ${freeBytes} bytes of the disk of ${deps.folder} are free, and ${keptFreeBytes} stay free for the database. Make room there.`,
  );
}

/** How much of the disk with a folder is free for us, in bytes. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** PUT, GET and DELETE of files as S3 answers them, with CORS (`infra/aws/data-stack.ts`). */
export function storage(deps: StorageDeps): RequestListener {
  const transfers: Transfers = new Map();
  return async (request, response) => {
    try {
      const failure =
        allowOrigin(request, response, deps) ??
        (await answer(request, response, { ...deps, transfers }));
      if (failure) refuse(request, response, failure);
    } catch (error) {
      // The sender has left.
      if (request.destroyed && !request.complete) return;
      deps.report(describeError(error));
      if (response.headersSent) response.destroy();
      else refuse(request, response, isErrno(error, 'ENOSPC', 'EDQUOT') ? noRoom : internalError);
    }
  };
}

const noRoom = storageRefusal(
  503,
  'ServiceUnavailable',
  'Too little of the disk is free. Try later.',
);
const internalError = storageRefusal(
  500,
  'InternalError',
  'We encountered an internal error. Try again.',
);

/** The files on their way, by upload. A second one ends the first: its sender has given up. */
type Transfers = Map<string, { readonly request: IncomingMessage; readonly bytes: number }>;

interface Work extends StorageDeps {
  readonly transfers: Transfers;
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
    return storageRefusal(
      403,
      'AccessForbidden',
      'CORSResponse: This CORS request is not allowed.',
    );
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
  deps: Work,
): Promise<Refused | undefined> {
  if (response.headersSent) return undefined;
  const { method = 'GET', headers } = request;
  const { protocol, pathname } = new URL(deps.base);
  const url = new URL(`${protocol}//${headers.host ?? ''}${request.url ?? '/'}`);
  const id = url.pathname.startsWith(`${pathname}/`) ? url.pathname.slice(pathname.length + 1) : '';
  if (!isId(id)) return storageRefusal(404, 'NoSuchKey', 'There is no such object.');
  const keys = { credentials: deps.credentials, region: regionOf(deps.base), now: deps.clock() };
  const failure = await signatureRefusal({ method, url, headers }, keys);
  if (failure) return failure;
  const path = join(deps.folder, id);
  if (method === 'PUT') return put(request, response, id, deps);
  if (method === 'GET') return get(response, path);
  if (method !== 'DELETE')
    return storageRefusal(405, 'MethodNotAllowed', 'Only PUT, GET and DELETE.');
  await rm(path, { force: true });
  response.writeHead(204).end();
  return undefined;
}

/** Takes the file of an upload that is kept, while there is room. */
async function put(
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
  deps: Work,
): Promise<Refused | undefined> {
  const { transfers, folder } = deps;
  const { 'content-length': length, [checksumHeader]: checksum } = request.headers;
  if (length === undefined) return storageRefusal(411, 'MissingContentLength', 'Say the length.');
  const bytes = Number(length);
  if (bytes > maxUploadBytes) return storageRefusal(400, 'EntityTooLarge', 'It is too large.');
  if (!(await isKept(id, deps))) return noUpload;
  const transfer = { request, bytes };
  transfers.get(id)?.request.destroy();
  transfers.set(id, transfer);
  try {
    if (!(await hasRoom(deps))) return noRoom;
    const path = join(folder, id);
    if (!(await store(request, path, checksum))) {
      return storageRefusal(
        400,
        'BadDigest',
        'The SHA256 you specified did not match the content.',
      );
    }
    // A deletion that came meanwhile is seen here. A later one leaves the file to the sweep.
    if (!(await isKept(id, deps))) {
      await rm(path, { force: true });
      return noUpload;
    }
  } finally {
    if (transfers.get(id) === transfer) transfers.delete(id);
  }
  response.writeHead(200).end();
  return undefined;
}

const noUpload = storageRefusal(
  404,
  'NoSuchUpload',
  'There is no such upload, or it is no longer kept.',
);

async function isKept(id: string, { keptOf, clock }: StorageDeps): Promise<boolean> {
  return keptOf === undefined || (await keptOf([id], clock())).has(id);
}

/** Files on their way count whole, although some of their bytes are on the disk already. */
async function hasRoom({ freeBytes, folder, transfers }: Work): Promise<boolean> {
  const sum = [...transfers.values()].reduce((total, { bytes }) => total + bytes, 0);
  return (await freeBytes(folder)) - sum >= keptFreeBytes;
}

/**
 * Stores a whole object or nothing. Node ends the body at the length that its header says, which is
 * signed; a sender who leaves before that leaves nothing.
 * @returns false when the content has another checksum
 */
async function store(
  request: IncomingMessage,
  path: string,
  checksum: string | string[] | undefined,
): Promise<boolean> {
  const part = `${path}.${randomUUID()}${partEnding}`;
  const hash = createHash('sha256');
  // A request that is destroyed cannot be answered, so an error of the disk leaves it open.
  const chunks = request.iterator({ destroyOnReturn: false });
  async function* hashed() {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  }
  try {
    await pipeline(hashed, createWriteStream(part, { mode: 0o600 }));
    const isRight = hash.digest('base64') === checksum;
    if (isRight) await rename(part, path);
    return isRight;
  } finally {
    await rm(part, { force: true });
  }
}

async function get(response: ServerResponse, path: string): Promise<Refused | undefined> {
  try {
    const { size } = await stat(path);
    response.writeHead(200, { 'content-length': size, 'content-type': 'binary/octet-stream' });
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error;
    return storageRefusal(404, 'NoSuchKey', 'There is no such object.');
  }
  await pipeline(createReadStream(path), response);
  return undefined;
}

/** Reads a refused file to its end, because a broken connection can take the answer with it. */
function refuse(
  request: IncomingMessage,
  response: ServerResponse,
  { status, code, message }: Refused,
): void {
  const body = `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message></Error>`;
  const { 'content-length': length = Number.POSITIVE_INFINITY } = request.headers;
  const isEndless = !request.complete && Number(length) > maxUploadBytes;
  const headers = {
    'content-type': 'application/xml',
    ...(isEndless ? { connection: 'close' } : {}),
  };
  response.writeHead(status, headers).end(body);
  if (!request.complete) request.resume();
}
