import { createHmac } from 'node:crypto';

/**
 * The key that allows one trial per address: the HMAC-SHA-256 (RFC 2104) of the normalised address, as
 * lower-case hex. The key outlives the account, and addresses can be guessed. With a plain hash,
 * anybody could find the address by trial.
 */
export function trialKey(email: string, secret: string): string {
  return createHmac('sha256', secret).update(normaliseAddress(email)).digest('hex');
}

/**
 * The one spelling of an address: trimmed, lower case, without the `+tag` of its local part
 * (RFC 5233). The domain begins after the last `@`, because a quoted local part may contain one.
 */
export function normaliseAddress(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  if (at === -1) return address;
  const local = address.slice(0, at);
  const tag = local.indexOf('+');
  // A plus at the start begins no tag: there would be no name before it.
  return (tag > 0 ? local.slice(0, tag) : local) + address.slice(at);
}
