import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Profile } from '../../src/contract/user.ts';
import type { Wallet } from './ledger.ts';

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

/** A user as stored, with the wallet that holds their credits. */
export interface Account {
  readonly profile: Profile;
  readonly walletId: string;
  readonly availableCredits: number;
}

/** A session that exists; `domain/session.ts` decides whether it is still good. */
export interface StoredSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly account: Account;
}

export type SignInResult =
  | { readonly ok: true; readonly account: Account }
  | { readonly ok: false; readonly code: Extract<ProblemCode, 'token_replayed'> };

export interface UserStore {
  /** One transaction: token use, user, wallet, trial, grant, entry and session. */
  signIn(signIn: SignIn): Promise<SignInResult>;
}

export interface SessionStore {
  /** The session of a cookie's SHA-256 with its user's account as of `now`, expired or not. */
  find(tokenHash: string, now: Date): Promise<StoredSession | undefined>;
  /** Moves `lastSeenAt` on if it still is what was read; a session ended meanwhile stays ended. */
  slide(session: Pick<StoredSession, 'id' | 'lastSeenAt'>, now: Date): Promise<void>;
  /** Ends the session of a cookie's SHA-256; ending what does not exist is no error. */
  end(tokenHash: string): Promise<void>;
}

export interface CreditStore {
  /** The wallet as of `now`: lots past their expiry are already out of it. */
  read(walletId: string, now: Date): Promise<Wallet>;
}

export interface Health {
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
}
