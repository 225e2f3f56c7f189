import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

const absolute = /^https?:\/\/[^/?#]*/i;

/**
 * The path and query of a request target. Clients may send a whole URL, as they do to a proxy, and
 * servers must accept it (RFC 9112, section 3.2.2). Other targets are returned unchanged.
 */
export function originForm(target: string): string {
  if (!absolute.test(target)) return target;
  const rest = target.replace(absolute, '');
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The request line and the header lines together, in bytes. */
export function headerBytes(request: IncomingMessage): number {
  const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
  const separators = (request.rawHeaders.length / 2) * ': \r\n'.length;
  return request.rawHeaders.reduce((sum, text) => sum + text.length, line.length + separators);
}

/** The length of a body as its headers tell it; infinite where they do not. */
export function toldBytes({ headers }: IncomingMessage): number {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return encoding === undefined ? Number(length) : Number.POSITIVE_INFINITY;
}

/**
 * Reads the whole body of a request, one chunk a turn of the event loop. Between the chunks of many
 * large bodies, the loop answers other requests.
 * @param stop says of each chunk whether the rest need not be read
 * @returns `undefined` when the body is larger than `maxBytes`, or was stopped; the rest is not read
 * @throws when the client disconnects before the end
 */
export async function readBody(
  request: Readable,
  maxBytes: number,
  stop: (chunk: Buffer) => boolean = () => false,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes || stop(chunk)) return undefined;
    chunks.push(chunk);
    await nextTurn();
  }
  return Buffer.concat(chunks);
}

/** The pause after a dropped chunk, for each body that is dropped, in ms: some 3 MB a second in all. */
const DROP_PAUSE_MS = 20;

/** How many bodies are dropped at once. Each holds what was read ahead, up to 64 kB. */
const MAX_DROPPED = 32;

/** The bodies that are being dropped, the oldest first. */
const dropped = new Set<Readable>();

/**
 * Reads and drops what comes after the answer: a client that sends before it reads would get a broken
 * connection instead. A client that reads has hung up soon. Where too many go on, the one that began
 * first loses its connection.
 * @throws when the connection ends before the body
 */
export async function dropBody(request: Readable, maxBytes: number): Promise<void> {
  const [oldest] = dropped;
  if (oldest && dropped.size >= MAX_DROPPED) {
    dropped.delete(oldest);
    oldest.destroy();
  }
  dropped.add(request);
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      size += chunk.length;
      free(chunk);
      if (size > maxBytes) return;
      await pause(DROP_PAUSE_MS * dropped.size);
    }
  } finally {
    dropped.delete(request);
    free(request.read());
  }
}

/** Frees a chunk now: V8 counts it until it collects the whole heap, and collects sooner for it. */
function free(chunk: Buffer | null): void {
  const memory = chunk?.buffer;
  // A small chunk shares its memory with others.
  if (memory instanceof ArrayBuffer && memory.byteLength === chunk?.length) memory.transfer(0);
}

/** The fields of a form in UTF-8; `undefined` when the form is larger than `maxBytes`. */
export async function readForm(
  request: Readable,
  maxBytes: number,
): Promise<URLSearchParams | undefined> {
  const body = await readBody(request, maxBytes);
  return body && new URLSearchParams(body.toString('utf8'));
}
