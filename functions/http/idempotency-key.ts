import type { Result } from './result.ts';

/** Longest key, in characters. */
const MAX_LENGTH = 255;

const printable = /^[\x21-\x7e]{1,255}$/;

/**
 * The key under which a call happens once, from the header that the IETF's draft names
 * (draft-ietf-httpapi-idempotency-key-header): printable ASCII without a space, so that no caller
 * comes near the keys that the ledger makes itself.
 *
 * Refuses with `idempotency_key_invalid`.
 */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | undefined>>,
): Result<string> {
  const key = headers['idempotency-key'];
  if (key !== undefined && printable.test(key)) return { ok: true, value: key };
  const detail = `Send a header Idempotency-Key of 1 to ${MAX_LENGTH} printable ASCII characters without a space, new for each command and the same when you repeat it.`;
  return { ok: false, refusal: { problem: 'idempotency_key_invalid', detail } };
}
