import type { Profile, User } from '../../src/contract/user.ts';

/** A user as stored, with the wallet that holds their credits. */
export interface Account {
  readonly profile: Profile;
  readonly walletId: string;
  readonly availableCredits: number;
}

/** The user as the calls answer it: the stored profile, and the credits to spend now. */
export function userOf({ profile, availableCredits }: Account): User {
  return { ...profile, app_metadata: { credits: availableCredits } };
}
