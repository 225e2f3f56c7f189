import type { CreditSource } from '../../../src/contract/credits.ts';
import type { EntryKind } from '../../../src/contract/entries.ts';
import type {
  CaptureReply,
  GrantReply,
  HoldReply,
  ReleaseReply,
} from '../../../src/contract/holds.ts';
import type { NotChanged } from './change-hold.ts';
import type { Entry, Refused } from './entry.ts';
import type { KeyRefusal } from './key-cap.ts';
import type { Hold, Wallet } from './wallet.ts';

export interface CreditStore {
  /** The wallet of the user with that subject, if there is one. */
  walletOf(sub: string): Promise<string | undefined>;
  /** Reads a wallet as of `now`, without the credits that have expired by then. */
  read(walletId: string, now: Date): Promise<Wallet>;
}

/** The sender and time of a command, and the key for which it runs once. */
export interface CommandMeta {
  /** 1 to 255 characters, scoped per actor. Callers' keys have no space, and our own have one. */
  readonly idempotencyKey: string;
  /** `system`, a service, or the name of an operator. */
  readonly actor: string;
  readonly now: Date;
}

/** Why the rules of the ledger refuse a command. */
export type LedgerRefusal = NotChanged | KeyRefusal | Refused<'wallet_full'>;

/** The answer to a command; `replayed` when it is the stored answer of an earlier call. */
export type CommandResult<Body> =
  | { readonly ok: true; readonly body: Body; readonly replayed: boolean }
  | (LedgerRefusal & { readonly replayed: boolean })
  | Refused<'idempotency_conflict' | 'user_not_found'>;

interface GiveCommand {
  readonly walletId: string;
  /** Only a stored answer is returned, because the wallet's user has left; else `user_not_found`. */
  readonly isReplay?: boolean;
  readonly amountCredits: number;
  /** How long the hold or the lot lasts, in milliseconds. */
  readonly lifeMs: number;
  readonly keyed: CommandMeta;
}

/** A command on a hold that its actor made. A hold of another maker counts as not found. */
interface HoldCommand {
  readonly holdId: string;
  /** The subject of the hold's user. A hold of another user counts as not found. */
  readonly sub?: string | undefined;
  readonly keyed: CommandMeta;
}

interface SettleCommand extends HoldCommand {
  /** Whether it finds the hold of any maker, too: for operators alone. */
  readonly ofAnyMaker?: boolean | undefined;
}

/** The commands of the ledger. Each command is one transaction, and runs once for its key. */
export interface LedgerStore extends Pick<CreditStore, 'walletOf'> {
  hold(command: GiveCommand & { readonly reference: string }): Promise<CommandResult<HoldReply>>;
  /** Raises a hold to an amount, or lets it last for `lifeMs` from now on. */
  change(
    command: HoldCommand & {
      readonly amountCredits?: number | undefined;
      readonly lifeMs?: number | undefined;
    },
  ): Promise<CommandResult<HoldReply>>;
  capture(
    command: SettleCommand & {
      readonly amountCredits?: number | undefined;
      readonly keepsRest?: boolean | undefined;
    },
  ): Promise<CommandResult<CaptureReply>>;
  release(command: SettleCommand): Promise<CommandResult<ReleaseReply>>;
  /** Gives credits as an operator does: with a reason, and without paying debts. */
  grant(command: GiveCommand & { readonly reason: string }): Promise<CommandResult<GrantReply>>;
  /** The wallet that the user of that subject left behind, as long as `retention` keeps that. */
  leftWalletOf(sub: string): Promise<string | undefined>;
}

/** A hold with the subject of its user; absent when the user was deleted. */
export type StoredHold = Hold & { readonly sub?: string };

export interface HoldQuery {
  /** The maker of the holds. */
  readonly actor: string;
  readonly status?: Hold['state'] | undefined;
  readonly reference?: string | undefined;
  /** The subject of a user. */
  readonly sub?: string | undefined;
  /** The id of a hold: those that were made before it. */
  readonly before?: string | undefined;
  readonly now: Date;
  readonly limit: number;
}

export interface HoldStore {
  /** Finds a hold that the actor made. */
  find(query: { readonly actor: string; readonly id: string }): Promise<StoredHold | undefined>;
  /** Lists holds as of `now`, newest first. */
  list(query: HoldQuery): Promise<readonly StoredHold[]>;
}

/** An entry with the source and the reason of its lot. */
export interface StoredEntry extends Omit<Entry, 'moves' | 'until'> {
  readonly source?: CreditSource;
  readonly reason?: string;
  /** The name of the personal key of its hold. */
  readonly keyName?: string;
}

/** The recent use of a wallet. */
export interface RecentUse {
  readonly usedCredits: number;
  /** When the wallet began, if it is so young; `undefined` when it is older. */
  readonly beganAt: Date | undefined;
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
  /** The newest entries as of `now`, the wallet of that moment, and its use since `first`. */
  newest(query: {
    readonly walletId: string;
    readonly now: Date;
    readonly first: Date;
    readonly limit: number;
  }): Promise<{
    readonly entries: readonly StoredEntry[];
    readonly wallet: Wallet;
    readonly recent: RecentUse;
  }>;
}

/** Work that falls due, such as holds that expire. */
export interface DueWork {
  /**
   * Finds the next due ids, a few at a time. Each call goes on where the last call ended, also when
   * an earlier run made that call, so failing work delays no other work.
   * @returns undefined at the end; the next call then begins anew
   */
  due(now: Date): Promise<readonly string[] | undefined>;
  settle(id: string, now: Date): Promise<void>;
}

/** The reads and writes of the sweep: changes that are due although nobody calls. */
export interface SweepStore {
  /** The wallets of holds that have expired, and of lots. */
  readonly holds: DueWork;
  readonly lots: DueWork;
  /** Each deletes a bounded number of rows that are no longer kept, and returns how many. */
  readonly forget: Readonly<Record<string, (now: Date) => Promise<number>>>;
}

/** The channel for retries: stores publish each attempt after the first, and logs count them. */
export const retriesChannel = 'product:retries';
