import type { ResultPart, RunProgress } from '../../../src/contract/flows.ts';
import type { StoredLeftOut } from '../../../src/contract/left-out.ts';
import type { Refused } from '../ledger/entry.ts';
import type { CommandResult, DueWork } from '../ledger/ledger-store.ts';
import type { RunFailure, StoredRun } from './run.ts';

export interface NewRun {
  readonly walletId: string;
  readonly flowId: string;
  readonly amountCredits: number;
  /** The price that the caller has seen, in credits; absent when the call does not say. */
  readonly shownCredits?: number | undefined;
  /** Whether the caller wants what can be read of the input, however little it is. */
  readonly partial?: boolean | undefined;
  /** A digest of the whole input. */
  readonly inputHash: string;
  /** The personal key of the caller; absent for a page. */
  readonly keyId?: string | undefined;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  readonly title?: string | undefined;
  /** The input as it is kept, without the content of files. */
  readonly input?: StoredRun['input'];
  readonly now: Date;
}

/** The parts that a run has left out so far; none where the list is absent. */
interface Made {
  readonly leftOut?: readonly StoredLeftOut[];
}

/** A run that was begun, or why not. */
export type Begun = CommandResult<StoredRun> | Refused<'too_many_own_runs'>;

export interface RunStore {
  /**
   * Holds the credits of a run and stores the run, in one transaction, once for its key. With
   * `replayed` the result is the run that an earlier call began, in its present state.
   *
   * A wallet has at most `maxRunsOfUser` runs under way. The refusal of a further one is not stored,
   * so the same key may begin the run later.
   */
  begin(run: NewRun): Promise<Begun>;
  /** Finds the run that an earlier call began with the same key and content. Begins nothing. */
  findBegun(run: NewRun): Promise<StoredRun | undefined>;
  /**
   * Stores how far a run is, while it is worked on.
   * @returns whether the run is still running
   */
  note(run: StoredRun, progress: RunProgress, now: Date): Promise<boolean>;
  /**
   * Stores what is made of a list, until another call goes on with it.
   * @returns whether the run is still running
   */
  pause(
    run: StoredRun,
    done: Made & {
      readonly made: readonly ResultPart[];
      readonly progress: RunProgress;
      readonly now: Date;
    },
  ): Promise<boolean>;
  /**
   * Goes on with a run that waits.
   * @returns the run with what is made; undefined when it does not wait, such as when another call
   *   goes on with it
   */
  resume(run: StoredRun, now: Date): Promise<StoredRun | undefined>;
  /**
   * Captures the credits and stores the result, in one transaction. Credits that are not captured
   * go back.
   * @returns the run and what can still be spent, in credits; undefined when the hold has expired
   */
  succeed(
    run: StoredRun,
    end: Made & {
      readonly result: readonly ResultPart[];
      readonly amountCredits: number;
      readonly now: Date;
    },
  ): Promise<{ readonly run: StoredRun; readonly availableCredits: number } | undefined>;
  /**
   * Releases the credits and stores the failure, in one transaction. It does nothing to a run that
   * has ended, such as one that was cancelled.
   * @returns the run as it has ended; undefined when it was deleted with its user
   */
  fail(
    run: StoredRun,
    end: { readonly failure: RunFailure; readonly now: Date },
  ): Promise<StoredRun | undefined>;
  find(walletId: string, id: string, now: Date): Promise<StoredRun | undefined>;
  /** Lists runs of a wallet, newest first: those before the run `before`, without refused inputs. */
  list(query: {
    readonly walletId: string;
    /** The personal key that began them; those of all where it is absent. */
    readonly keyId?: string | undefined;
    readonly before?: string | undefined;
    readonly limit: number;
    readonly now: Date;
  }): Promise<readonly StoredRun[]>;
}

/** Stores the links to results. */
export interface ShareStore {
  /**
   * Shares the result of a run of the wallet by a token, or keeps the token that it has.
   * @returns the token; undefined when the run has no result
   */
  share(asked: {
    readonly walletId: string;
    readonly id: string;
    readonly token: string;
    readonly now: Date;
  }): Promise<string | undefined>;
  /**
   * Ends the link of a run of the wallet, if there is one.
   * @returns whether there is such a run
   */
  end(asked: { readonly walletId: string; readonly id: string }): Promise<boolean>;
  /** Finds a run by its token, while it has its result and its owner has an account. */
  find(token: string, now: Date): Promise<StoredRun | undefined>;
}

/** Finds the run that a caller has begun with an idempotency key, whatever was asked for. */
export type FindRunByKey = (
  asked: Pick<NewRun, 'walletId' | 'keyId' | 'idempotencyKey' | 'now'>,
) => Promise<StoredRun | undefined>;

/** Stores the files of results: in the database or in a bucket. */
export interface ResultStore {
  put(runId: string, name: string, content: Uint8Array): Promise<void>;
  get(runId: string, name: string): Promise<Uint8Array | undefined>;
  /** Deletes all files of a run; a run without files is no error. */
  remove(runId: string): Promise<void>;
}

export interface RunSweepStore {
  /** Finds runs whose results have to be deleted by `now`, as `DueWork` says. */
  readonly dueResults: DueWork['due'];
  /** Deletes the result of a run, once its files are deleted. */
  forgetResult(runId: string): Promise<void>;
  /** Finds runs of deleted users that ended by `now`, and forgets the users who have none left. */
  readonly orphans: DueWork['due'];
  removeRun(runId: string): Promise<void>;
}
