import type { IncomingMessage } from 'node:http';

/** The fields of a form that was sent, in UTF-8; nothing when it has more bytes than that. */
export async function readForm(
  request: IncomingMessage,
  maxBytes: number,
): Promise<URLSearchParams | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
