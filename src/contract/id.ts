import * as z from 'zod/mini';

/** An id as a caller sends it. Capital digits mean the same as small ones (RFC 9562, section 4). */
export const idSchema = z.uuid().check(z.toLowerCase());

/** The path parameters of a route about one thing. */
export const idParams = z.object({ id: idSchema });

/** An idempotency key: printable ASCII without the space that the ledger's own keys have. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
