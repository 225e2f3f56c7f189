import type { Export } from '../../../src/contract/export.ts';
import type { TopUp } from '../../../src/contract/top-up.ts';
import type { Profile } from '../../../src/contract/user.ts';
import type { PersonalKey } from '../key/personal-key.ts';
import type { CreditStore, EntryStore, StoredEntry } from '../ledger/ledger-store.ts';
import type { Hold, Lot, Wallet } from '../ledger/wallet.ts';
import type { MessageChoices } from '../message/delivery.ts';
import type { StoredPurchase } from '../purchase/purchase.ts';
import type { StoredRun } from '../run/run.ts';
import type { UserFingerprints } from './departure.ts';
import type { UserSession } from './user-sessions.ts';

export interface Notice {
  readonly event: Export['notices'][number]['event'];
  readonly createdAt: Date;
  /** Absent until the user was told. */
  readonly sentAt?: Date;
}

/** The stored data about a user. Lists are newest first. */
export interface AccountRecord {
  readonly id: string;
  readonly profile: Profile;
  readonly createdAt: Date;
  readonly savedAt: Date;
  readonly sessions: readonly UserSession[];
  readonly devices: readonly string[];
  readonly trialGrantedAt?: Date;
  readonly wallet: Wallet;
  readonly lots: readonly Lot[];
  readonly holds: readonly Hold[];
  readonly entries: readonly StoredEntry[];
  readonly purchases: readonly StoredPurchase[];
  readonly topUp: TopUp;
  readonly keys: readonly PersonalKey[];
  readonly messages: MessageChoices;
  readonly notices: readonly Notice[];
  readonly runs: readonly StoredRun[];
}

/** The view of users that services read; their ledgers by the wallets. */
export interface UserDirectory extends CreditStore, EntryStore {
  /** The subjects of the users with that verified address, in any of its spellings: a few. */
  subsOf(email: string): Promise<readonly string[]>;
}

export interface AccountStore {
  /**
   * Reads what we store about a user as of `now`; undefined when the user was deleted meanwhile. Each
   * list has at most one item more than `exportLimits`, which shows that the list is longer.
   */
  read(query: {
    readonly userId: string;
    readonly walletId: string;
    readonly now: Date;
  }): Promise<AccountRecord | undefined>;
  /**
   * Deletes a user and their sessions, and marks their runs for the sweep to delete, in one
   * transaction. The wallet, the ledger, the trial's key and the fingerprints stay. A missing user
   * is no error.
   */
  remove(user: {
    readonly userId: string;
    readonly walletId: string;
    readonly fingerprints: UserFingerprints;
    readonly now: Date;
  }): Promise<void>;
}
