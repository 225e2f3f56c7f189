import type {
  CaptureReply,
  CreditSource,
  GrantReply,
  HoldReply,
  ReleaseReply,
} from '../../../src/contract/credits.ts';
import type { EntryKind } from '../../../src/contract/entries.ts';
import type { Entry, Refused } from './entry.ts';
import type { Insufficient } from './hold.ts';
import type { NotSettled } from './settle.ts';
import type { Wallet } from './wallet.ts';

export interface CreditStore {
  /** The wallet as of `now`: lots past their expiry are already out of it. */
  read(walletId: string, now: Date): Promise<Wallet>;
}

/** Who asks for a change, and the key by which it happens once. */
export interface CommandMeta {
  /**
   * 1 to 255 characters; a caller's own has no space in it, which ours have. What others do under
   * the same key is something else.
   */
  readonly idempotencyKey: string;
  /** Who causes it: `system`, a service, or the name of an operator. */
  readonly actor: string;
  readonly now: Date;
}

/** What the rules of the ledger refuse a command for. */
export type LedgerRefusal = Insufficient | NotSettled | Refused<'amount_invalid' | 'wallet_full'>;

/** The answer to a command; `replayed` when it is the first answer to the key, given again. */
export type CommandResult<Body> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | (LedgerRefusal & { readonly replayed: boolean })
  | Refused<'idempotency_conflict'>;

interface GiveCommand {
  readonly walletId: string;
  readonly amountCredits: number;
  /** How long the hold or the lot lasts, in milliseconds. */
  readonly lifeMs: number;
  readonly keyed: CommandMeta;
}

interface SettleCommand {
  readonly holdId: string;
  /** The subject whose hold it must be, or it is not found; absent when the caller does not say. */
  readonly sub?: string | undefined;
  readonly keyed: CommandMeta;
}

/** The commands of the ledger. Each is one transaction, and answers once by its key. */
export interface LedgerStore {
  hold(command: GiveCommand & { readonly reference: string }): Promise<CommandResult<HoldReply>>;
  capture(
    command: SettleCommand & { readonly amountCredits?: number | undefined },
  ): Promise<CommandResult<CaptureReply>>;
  release(command: SettleCommand): Promise<CommandResult<ReleaseReply>>;
  /** Gives credits as an operator: with a reason, and without paying what is owed. */
  grant(command: GiveCommand & { readonly reason: string }): Promise<CommandResult<GrantReply>>;
  /** The wallet of the user with that subject, if there is one. */
  walletOf(sub: string): Promise<string | undefined>;
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

/** The ledger held against itself. */
export interface LedgerAudit {
  /** The wallets that are not what their entries, lots and holds come to; repairs nothing. */
  differing(): Promise<ReadonlySet<string>>;
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

/**
 * The channel (`node:diagnostics_channel`) on which whoever runs transactions tells of each attempt
 * after the first. Whoever wants to count them listens; neither knows of the other.
 */
export const retriesChannel = 'millrace:retries';
