import type { FetchImplementation } from 'jose';

/** Largest answer that is read from the provider, in bytes; real key sets have about 3,000. */
const MAX_ANSWER_BYTES = 64 * 1_024;

/** `fetch`, except that reading a body of more than `MAX_ANSWER_BYTES` fails. */
export const boundedFetch: FetchImplementation = async (url, options) => {
  const { body, status } = await fetch(url, options);
  return new Response(body?.pipeThrough(limit(MAX_ANSWER_BYTES)) ?? null, { status });
};

function limit(
  maxBytes: number,
): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  let seenBytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seenBytes += chunk.byteLength;
      if (seenBytes > maxBytes) controller.error(new RangeError('The answer is too large.'));
      else controller.enqueue(chunk);
    },
  });
}
