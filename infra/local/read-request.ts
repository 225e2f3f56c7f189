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

/**
 * Reads the whole body of a request, one chunk a turn of the event loop. Between the chunks of many
 * large bodies, the loop answers other requests.
 *
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

/** The pause after each chunk that is dropped, in milliseconds: 64 kB each, some 3 MB a second. */
const DROP_PAUSE_MS = 20;

/**
 * Reads and drops what comes after the answer: a client that sends before it reads would get a broken
 * connection instead. It reads slowly, because a client that reads has hung up by then.
 *
 * @throws when the client disconnects before the end
 */
export async function dropBody(request: Readable, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) return;
    await pause(DROP_PAUSE_MS);
  }
}

/** The fields of a form in UTF-8; `undefined` when the form is larger than `maxBytes`. */
export async function readForm(
  request: Readable,
  maxBytes: number,
): Promise<URLSearchParams | undefined> {
  const body = await readBody(request, maxBytes);
  return body && new URLSearchParams(body.toString('utf8'));
}
