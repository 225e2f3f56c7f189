import * as z from 'zod/mini';

/**
 * An id as somebody sends it. Capital digits mean the same as small ones (RFC 9562, section 4), to
 * the database as well, and what compares ids as texts must not tell them apart.
 */
export const idSchema = z.uuid().check(z.toLowerCase());
