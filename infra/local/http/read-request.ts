import type { IncomingMessage } from 'node:http';
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

/** The body of a request by its chunks. A reader that stops before the end leaves the connection open. */
export function chunksOf(request: Readable): AsyncIterable<Buffer<ArrayBuffer>> {
  return request.iterator({ destroyOnReturn: false });
}

/** Chunks as a stream of the web, which asks for each when somebody reads it. */
export function streamOf(
  source: AsyncIterable<Uint8Array<ArrayBuffer>>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const chunks = source[Symbol.asyncIterator]();
  const underlying: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return?.();
    },
  };
  return new ReadableStream(underlying, { highWaterMark: 0 });
}

/**
 * Reads the whole body of a request.
 * @returns `undefined` when the body is larger than `maxBytes`; the rest is not read
 * @throws when the client disconnects before the end
 */
export async function readBody(
  request: Readable,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads and drops what comes after the answer: a client that sends before it reads would get a broken
 * connection instead. The connection of a client that sends more than `maxBytes` is closed.
 * @throws when the connection ends before the body
 */
export async function dropBody(request: Readable, maxBytes: number): Promise<void> {
  let size = 0;
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > maxBytes) request.destroy();
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
