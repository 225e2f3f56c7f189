import type { ProblemCode } from '../../../src/contract/problem.ts';
import type { Profile, User } from '../../../src/contract/user.ts';

/** Everything that one sign-in changes; it is stored whole or not at all. */
export interface SignIn {
  /** What the verified ID token says; nothing of it comes from the body of the call. */
  readonly identity: Profile;
  /** The SHA-256 of the ID token's header and claims, and the time after which its own expiry refuses a second use. */
  readonly idToken: { readonly hash: string; readonly forgetAt: Date };
  readonly session: {
    readonly tokenHash: string;
    readonly userAgent: string;
    readonly expiresAt: Date;
  };
  /**
   * Absent while the address is not verified; granted unless the address or the user's wallet had
   * one. The key is the HMAC of the normalised address.
   */
  readonly trial?: {
    readonly key: string;
    readonly amountCredits: number;
    readonly expiresAt: Date;
  };
  readonly now: Date;
}

export type SignInResult =
  | {
      readonly ok: true;
      readonly account: Account;
      /** Whether the trial came with this sign-in. */
      readonly isTrialGranted: boolean;
    }
  | { readonly ok: false; readonly code: Extract<ProblemCode, 'token_replayed'> };

export interface UserStore {
  /** One transaction: token use, user, wallet, trial, grant, entry and session. */
  signIn(signIn: SignIn): Promise<SignInResult>;
}

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
