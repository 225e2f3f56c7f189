import { createHash } from 'node:crypto';
import { serviceKeyPrefix } from '../../src/contract/route.ts';

/** A service key is 256 bits of randomness behind its prefix. */
const SERVICE_KEY_BYTES = 32;

/** A new service key, base64url; `randomBytes` is `node:crypto`'s or a test's stand-in. */
export function newServiceKey(randomBytes: (sizeBytes: number) => Uint8Array): string {
  return `${serviceKeyPrefix}${Buffer.from(randomBytes(SERVICE_KEY_BYTES)).toString('base64url')}`;
}

/** What the database keeps of a service key: its SHA-256 as 64 hex digits. */
export function serviceKeyHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
