import { createHmac } from 'node:crypto';
import type { Profile } from '../../../src/contract/user.ts';
import { trialKeys } from './trial.ts';

/** The keyed fingerprints of a user, by which a wallet is found again after the account is deleted. */
export interface UserFingerprints {
  readonly subKey: string;
  /** Absent without a verified address: anybody can claim an address that nobody has verified. */
  readonly addressKey?: string;
}

/** The fingerprints of a profile. The address has the key of its trial. */
export function fingerprintsOf(
  { sub, email, email_verified }: Pick<Profile, 'sub' | 'email' | 'email_verified'>,
  secret: string,
): UserFingerprints {
  const keys = email === undefined || !email_verified ? undefined : trialKeys(email, secret);
  const subKey = subKeyOf(sub, secret);
  return keys === undefined ? { subKey } : { subKey, addressKey: keys.key };
}

/** The HMAC-SHA-256 of a subject. No address, and no counted caller, begins as its input does. */
export function subKeyOf(sub: string, secret: string): string {
  return createHmac('sha256', secret).update(`subject ${sub}`).digest('hex');
}
