import type { Export } from '../../../src/contract/account.ts';
import type { Profile } from '../../../src/contract/user.ts';
import type { StoredEntry } from '../ledger/ledger-store.ts';
import type { Hold, Lot, Wallet } from '../ledger/wallet.ts';
import type { StoredPurchase } from '../purchase/purchase.ts';
import type { StoredRun } from '../run/run.ts';
import type { UserSession } from './user-sessions.ts';

/** Something that was noted for somebody to tell a user. */
export interface Notice {
  readonly event: Export['notices'][number]['event'];
  readonly createdAt: Date;
  /** Absent until somebody did. */
  readonly sentAt?: Date;
}

/** Everything that is held about a user. Lists are the newest first. */
export interface AccountRecord {
  readonly id: string;
  readonly profile: Profile;
  readonly createdAt: Date;
  readonly savedAt: Date;
  readonly sessions: readonly UserSession[];
  readonly trialGrantedAt?: Date;
  readonly wallet: Wallet;
  readonly lots: readonly Lot[];
  readonly holds: readonly Hold[];
  readonly entries: readonly StoredEntry[];
  readonly purchases: readonly StoredPurchase[];
  readonly notices: readonly Notice[];
  readonly runs: readonly StoredRun[];
}

export interface AccountStore {
  /**
   * What is held about a user as of `now`, of each list one more than `exportLimits` says at most,
   * by which a list that is cut off is noticed; nothing when the user was deleted meanwhile.
   */
  read(wanted: {
    readonly userId: string;
    readonly walletId: string;
    readonly now: Date;
  }): Promise<AccountRecord | undefined>;
  /**
   * Deletes a user and their sessions, and notes that the runs are to be deleted, which the sweep
   * does; in one transaction. The wallet and the ledger stay, and so does the key of the trial; a
   * user who was deleted before is no error.
   */
  remove(user: {
    readonly userId: string;
    readonly walletId: string;
    readonly now: Date;
  }): Promise<void>;
}
