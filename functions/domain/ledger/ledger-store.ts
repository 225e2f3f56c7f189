import type { CreditSource } from '../../../src/contract/credits.ts';
import type { EntryKind } from '../../../src/contract/entries.ts';
import type {
  CaptureReply,
  GrantReply,
  HoldReply,
  ReleaseReply,
} from '../../../src/contract/holds.ts';
import type { Entry, Refused } from './entry.ts';
import type { Insufficient } from './hold.ts';
import type { NotSettled } from './settle.ts';
import type { Wallet } from './wallet.ts';

export interface CreditStore {
  /** Reads a wallet as of `now`, without the credits that have expired by then. */
  read(walletId: string, now: Date): Promise<Wallet>;
}

/** Who sends a command, when, and the key for which it runs once. */
export interface CommandMeta {
  /**
   * 1 to 255 characters. Callers' keys have no space in them, and our own keys have one. Keys are
   * scoped per actor.
   */
  readonly idempotencyKey: string;
  /** `system`, a service, or the name of an operator. */
  readonly actor: string;
  readonly now: Date;
}

/** Why the rules of the ledger refuse a command. */
export type LedgerRefusal = Insufficient | NotSettled | Refused<'amount_invalid' | 'wallet_full'>;

/** The answer to a command; `replayed` when it is the stored answer of an earlier call. */
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
  /** The subject of the hold's user. A hold of another user counts as not found. */
  readonly sub?: string | undefined;
  readonly keyed: CommandMeta;
}

/** The commands of the ledger. Each is one transaction, and runs once for its key. */
export interface LedgerStore {
  hold(command: GiveCommand & { readonly reference: string }): Promise<CommandResult<HoldReply>>;
  capture(
    command: SettleCommand & { readonly amountCredits?: number | undefined },
  ): Promise<CommandResult<CaptureReply>>;
  release(command: SettleCommand): Promise<CommandResult<ReleaseReply>>;
  /** Gives credits as an operator does: with a reason, and without paying debts. */
  grant(command: GiveCommand & { readonly reason: string }): Promise<CommandResult<GrantReply>>;
  /** The wallet of the user with that subject, if there is one. */
  walletOf(sub: string): Promise<string | undefined>;
}

/** An entry with the source and the reason of its lot. */
export interface StoredEntry extends Omit<Entry, 'moves' | 'until'> {
  readonly source?: CreditSource;
  readonly reason?: string;
}

export interface EntryStore {
  /** Lists entries of a wallet as of `now`, newest first: those below a number, of some kinds. */
  list(query: {
    readonly walletId: string;
    readonly now: Date;
    readonly before?: number | undefined;
    readonly kinds?: readonly EntryKind[] | undefined;
    readonly limit: number;
  }): Promise<readonly StoredEntry[]>;
}

/** What the sweep reads and writes: changes that are due although nobody calls. */
export interface SweepStore {
  /** Finds wallets with holds or lots that have expired by `now`: a bounded number. */
  dueWallets(now: Date): Promise<readonly string[]>;
  /** Stores the expiries of a wallet by `now`, in one transaction. */
  advance(walletId: string, now: Date): Promise<void>;
  /** Deletes a bounded number of sessions that have expired by `now`, and returns how many. */
  forgetSessions(now: Date): Promise<number>;
  /** Deletes a bounded number of buckets that are full by `now`, and returns how many. */
  forgetBuckets(now: Date): Promise<number>;
}

/**
 * The channel (`node:diagnostics_channel`) for retries. The stores publish each attempt after the
 * first; the log of a request counts them. Neither imports the other.
 */
export const retriesChannel = 'millrace:retries';
