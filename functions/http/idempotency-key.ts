import { idempotencyKeyPattern } from '../../src/contract/idempotency-key.ts';
import type { Checked } from './result.ts';

/**
 * The key under which a call happens once, from the header that the IETF's draft names
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * Refuses with `idempotency_key_invalid`.
 */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | undefined>>,
): Checked<string> {
  const key = headers['idempotency-key'];
  if (key !== undefined && idempotencyKeyPattern.test(key)) return { ok: true, value: key };
  const detail =
    'Send a header Idempotency-Key of 1 to 255 printable ASCII characters without a space, new for each command and the same when you repeat it.';
  return { ok: false, refusal: { problem: 'idempotency_key_invalid', detail } };
}
