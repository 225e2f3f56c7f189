/**
 * The form of the key under which a call happens once: printable ASCII without a space, so that no
 * caller comes near the keys that the ledger makes itself.
 */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;
