import { createHmac } from 'node:crypto';

/**
 * The key under which a trial is given once: the HMAC-SHA-256 of the normalised address, as
 * lower-case hex. A keyed hash (RFC 2104), because addresses are guessable: a plain one could be
 * reversed by trying them, and the key outlives the account.
 */
export function trialKey(email: string, secret: string): string {
  return createHmac('sha256', secret).update(normaliseAddress(email)).digest('hex');
}

/**
 * One spelling for the spellings of an address: trimmed, lower case, without the `+tag` of its
 * local part (RFC 5233). The domain begins after the last `@`, as a quoted local part may hold one.
 */
export function normaliseAddress(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  const local = address.slice(0, at);
  const tag = local.indexOf('+');
  // A local part that begins with the plus has no name before a tag, so the plus is its name.
  return (tag > 0 ? local.slice(0, tag) : local) + address.slice(at);
}
