import type { Readable } from 'node:stream';
import { limits, maxDiscardedBytes } from './limits.ts';

/**
 * The body of a request, whole.
 *
 * @returns `undefined` when it is larger than `limits.payloadBytes`; it was read on then, up to
 *   `maxDiscardedBytes`, and thrown away
 * @throws when the client goes away before the end
 */
export async function readBody(request: Readable): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size <= limits.payloadBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > maxDiscardedBytes) break;
  }
  return size <= limits.payloadBytes ? Buffer.concat(chunks) : undefined;
}
