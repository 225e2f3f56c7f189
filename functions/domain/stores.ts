import type {
  CaptureReply,
  CreditSource,
  GrantReply,
  HoldReply,
  ReleaseReply,
} from '../../src/contract/credits.ts';
import type { EntryKind } from '../../src/contract/entries.ts';
import type { RateLimit } from '../../src/contract/limits.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { ServiceScope } from '../../src/contract/service-keys.ts';
import type { Profile } from '../../src/contract/user.ts';
import type { Entry, Refused } from './ledger/entry.ts';
import type { Insufficient } from './ledger/hold.ts';
import type { NotSettled } from './ledger/settle.ts';
import type { Wallet } from './ledger/wallet.ts';

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
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly account: Account;
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

export interface SessionStore {
  /** The session of a cookie's SHA-256 with its user's account as of `now`, expired or not. */
  find(tokenHash: string, now: Date): Promise<StoredSession | undefined>;
  /** Moves `lastSeenAt` on if it still is what was read; a session ended meanwhile stays ended. */
  slide(session: Pick<StoredSession, 'id' | 'lastSeenAt'>, now: Date): Promise<void>;
  /** Ends the session of a cookie's SHA-256; ending what does not exist is no error. */
  end(tokenHash: string): Promise<void>;
}

/** How the origin of the flows finds the session that an access token names. */
export interface SessionsById {
  /** The session of an id with its user's account as of `now`, expired or not. */
  findById(id: string, now: Date): Promise<StoredSession | undefined>;
}

export interface CreditStore {
  /** The wallet as of `now`: lots past their expiry are already out of it. */
  read(walletId: string, now: Date): Promise<Wallet>;
}

/** Who asks for a change, and the key by which it happens once. */
export interface Keyed {
  /** 1 to 255 characters; a caller's own has no space in it, which ours have. */
  readonly idempotencyKey: string;
  /** Who causes it: `system`, a service, or the name of an operator. */
  readonly actor: string;
  readonly now: Date;
}

/** What the rules of the ledger refuse a command for. */
export type LedgerRefusal = Insufficient | NotSettled | Refused<'amount_invalid'>;

/** The answer to a command; `replayed` when it is the first answer to the key, given again. */
export type Outcome<Body> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | (LedgerRefusal & { readonly replayed: boolean })
  | Refused<'idempotency_conflict'>;

interface GiveCommand {
  readonly walletId: string;
  readonly amountCredits: number;
  /** How long the hold or the lot lasts, in milliseconds. */
  readonly lifeMs: number;
  readonly keyed: Keyed;
}

interface SettleCommand {
  readonly holdId: string;
  /** The subject whose hold it must be, or it is not found; absent when the caller does not say. */
  readonly sub?: string | undefined;
  readonly keyed: Keyed;
}

/** The commands of the ledger. Each is one transaction, and answers once by its key. */
export interface LedgerStore {
  hold(command: GiveCommand & { readonly reference: string }): Promise<Outcome<HoldReply>>;
  capture(
    command: SettleCommand & { readonly amountCredits?: number | undefined },
  ): Promise<Outcome<CaptureReply>>;
  release(command: SettleCommand): Promise<Outcome<ReleaseReply>>;
  /** Gives credits as an operator: with a reason, and without paying what is owed. */
  grant(command: GiveCommand & { readonly reason: string }): Promise<Outcome<GrantReply>>;
  /** The wallet of the user with that subject, if there is one. */
  walletOf(sub: string): Promise<string | undefined>;
}

/** A service that calls with a key of its own. */
export interface ServiceKey {
  readonly id: string;
  /** What the entries say of who caused them. */
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

export interface ServiceKeyStore {
  /** The key with that SHA-256, unless there is none or it was revoked. */
  find(keyHash: string): Promise<ServiceKey | undefined>;
}

/** An entry with what its lot says of itself. */
export interface StoredEntry extends Entry {
  readonly source?: CreditSource;
  readonly reason?: string;
}

export interface EntryStore {
  /** The entries of a wallet as of `now`, newest first: those below a number, of some kinds. */
  list(wanted: {
    readonly walletId: string;
    readonly now: Date;
    readonly before?: number | undefined;
    readonly kinds?: readonly EntryKind[] | undefined;
    readonly limit: number;
  }): Promise<readonly StoredEntry[]>;
}

/** Buckets of calls, by keys that tell nothing about whose they are. */
export interface BucketStore {
  /**
   * Takes a token at `now`, if there is one.
   *
   * @returns how long after `now` there will be one, in milliseconds; 0 when one was taken
   */
  take(key: string, limit: RateLimit, now: Date): Promise<number>;
}

/** What time makes due without anybody calling. */
export interface SweepStore {
  /** Wallets with holds or lots whose time has come by `now`, a bounded number of them. */
  dueWallets(now: Date): Promise<readonly string[]>;
  /** Stores what time has done to a wallet by `now`. One transaction. */
  advance(walletId: string, now: Date): Promise<void>;
  /** Deletes sessions that have expired by `now`, a bounded number of them, and says how many. */
  forgetSessions(now: Date): Promise<number>;
  /** Deletes buckets that are full by `now`, a bounded number of them, and says how many. */
  forgetBuckets(now: Date): Promise<number>;
}

/** The ledger held against itself. */
export interface LedgerAudit {
  /** The wallets that are not what their entries, lots and holds come to; repairs nothing. */
  differing(): Promise<ReadonlySet<string>>;
}

export interface Health {
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
}
