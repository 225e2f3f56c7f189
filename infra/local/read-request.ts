import type { Readable } from 'node:stream';

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
 * The whole body of a request.
 *
 * @param maxDiscardedBytes how much of a larger body is read and dropped: a client that sends
 * before it reads then gets the answer instead of a broken connection
 * @returns `undefined` when the body is larger than `maxBytes`
 * @throws when the client disconnects before the end
 */
export async function readBody(
  request: Readable,
  maxBytes: number,
  maxDiscardedBytes = maxBytes,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > maxDiscardedBytes) break;
  }
  return size <= maxBytes ? Buffer.concat(chunks) : undefined;
}

/** The fields of a form in UTF-8; `undefined` when the form is larger than `maxBytes`. */
export async function readForm(
  request: Readable,
  maxBytes: number,
): Promise<URLSearchParams | undefined> {
  const body = await readBody(request, maxBytes);
  return body && new URLSearchParams(body.toString('utf8'));
}
