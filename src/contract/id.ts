import * as z from 'zod/mini';

/**
 * An id as a caller sends it. Capital digits mean the same as small ones (RFC 9562, section 4), also
 * to the database; code that compares ids as texts must not tell them apart.
 */
export const idSchema = z.uuid().check(z.toLowerCase());

/** The path of a route about one thing. */
export const idParams = z.object({ id: idSchema });

/**
 * The form of the key under which a call happens once: printable ASCII without a space, so that no
 * caller's key can equal one that the ledger makes itself.
 */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
