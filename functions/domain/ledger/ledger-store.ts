import type {
  CaptureReply,
  GrantReply,
  HoldReply,
  ReleaseReply,
} from '../../../src/contract/holds.ts';
import type { Refused } from './entry.ts';
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
