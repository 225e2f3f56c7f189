import type { Language } from '../../../src/contract/language.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import type { Profile, User } from '../../../src/contract/user.ts';
import type { UserFingerprints } from './departure.ts';
import type { TrialBudget, TrialKeys } from './trial.ts';

export interface SignIn {
  /** The profile from the verified ID token, never from the body of the call. */
  readonly identity: Profile;
  /** The SHA-256 of the ID token's header and claims, and when its expiry alone refuses it. */
  readonly idToken: { readonly hash: string; readonly forgetAt: Date };
  readonly session: {
    readonly tokenHash: string;
    readonly userAgent: string;
    readonly expiresAt: Date;
  };
  /** A new user with the fingerprints of somebody who left may get that wallet again. */
  readonly fingerprints: UserFingerprints;
  /**
   * Absent while the address is not verified. Each mailbox and each wallet gets one trial, while
   * the budget of the network lasts.
   */
  readonly trial?: TrialKeys & {
    readonly amountCredits: number;
    readonly expiresAt: Date;
    readonly budget: TrialBudget;
  };
  /** The language of the page on which it began; only a first one is stored. */
  readonly language?: Language;
  readonly now: Date;
}

/** Why somebody who is due a trial has none: the network's budget, or it is closed. */
export type TrialWithheld = NonNullable<User['app_metadata']['trial']>;

/** The result of a sign-in for the trial; undefined where none is due. */
export type TrialOutcome = 'granted' | TrialWithheld | undefined;

export type SignInResult =
  | {
      readonly ok: true;
      readonly account: Account;
      readonly trial: TrialOutcome;
    }
  | { readonly ok: false; readonly code: Extract<ProblemCode, 'token_replayed'> };

export interface UserStore {
  /** Stores a sign-in in one transaction: use of the token, user, wallet, trial and session. */
  signIn(signIn: SignIn): Promise<SignInResult>;
}

/** A user as stored, with the wallet that holds their credits. */
export interface Account {
  readonly profile: Profile;
  readonly walletId: string;
  readonly availableCredits: number;
  /** Only where the latest sign-in withheld the trial. */
  readonly trialWithheld?: TrialWithheld;
}

/** The user as the API returns it: the stored profile and the available credits. */
export function userOf({ profile, availableCredits: credits, trialWithheld }: Account): User {
  const trial = trialWithheld ? { trial: trialWithheld } : {};
  return { ...profile, app_metadata: { credits, ...trial } };
}
