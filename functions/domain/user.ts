import type { User } from '../../src/contract/user.ts';
import type { Account } from './stores.ts';

/** The user as the calls answer it: the stored profile, and the credits to spend now. */
export function userOf({ profile, availableCredits }: Account): User {
  return { ...profile, app_metadata: { credits: availableCredits } };
}
