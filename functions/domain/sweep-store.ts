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
