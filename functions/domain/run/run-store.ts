import type { ResultPart } from '../../../src/contract/flows.ts';
import type { CommandResult } from '../ledger/ledger-store.ts';
import type { RunFailure, Sentences, StoredRun } from './run.ts';

/** A run that is asked for. */
export interface NewRun {
  readonly walletId: string;
  readonly flowId: string;
  readonly amountCredits: number;
  /** What the caller was shown that it costs, if they say so. */
  readonly shownCredits?: number | undefined;
  /** A digest of the input, which itself is not stored. */
  readonly inputHash: string;
  readonly idempotencyKey: string;
  readonly timeoutMs: number;
  readonly now: Date;
}

export interface RunStore {
  /**
   * Holds the credits of a run and notes it, in one transaction that answers once by its key. With
   * `replayed` the run is the one that the key began, however far it is.
   */
  begin(asked: NewRun): Promise<CommandResult<StoredRun>>;
  /** The run that a key began with the same content; nothing is begun. */
  findBegun(asked: NewRun): Promise<StoredRun | undefined>;
  /**
   * Captures the credits and stores the result, in one transaction: from then on there is a result
   * and it is paid for.
   *
   * @returns what can still be spent, in credits; nothing when the hold had run out by `now`
   */
  succeed(
    run: StoredRun,
    end: { readonly result: readonly ResultPart[]; readonly now: Date },
  ): Promise<{ readonly run: StoredRun; readonly availableCredits: number } | undefined>;
  /** Gives the credits back and notes why, in one transaction. */
  fail(
    run: StoredRun,
    end: { readonly failure: RunFailure; readonly sentences?: Sentences; readonly now: Date },
  ): Promise<void>;
  find(walletId: string, id: string, now: Date): Promise<StoredRun | undefined>;
  /** The runs of a wallet, newest first: those older than one, if one is named. */
  list(wanted: {
    readonly walletId: string;
    readonly before?: string | undefined;
    readonly limit: number;
    readonly now: Date;
  }): Promise<readonly StoredRun[]>;
}

/** Where the files of results are kept: in the database or in a bucket. */
export interface ResultStore {
  put(runId: string, name: string, content: Uint8Array): Promise<void>;
  get(runId: string, name: string): Promise<Uint8Array | undefined>;
  /** Deletes the files of a run, all of them; that there are none is no error. */
  remove(runId: string): Promise<void>;
}

/** What the sweep does about runs. */
export interface RunSweepStore {
  /** Runs whose results are due to be deleted by `now`, a bounded number of them. */
  dueResults(now: Date): Promise<readonly string[]>;
  /** Notes that the results of a run are gone. */
  forgetResult(runId: string): Promise<void>;
  /**
   * Runs of users who were deleted, and that have ended by `now`: a bounded number of them. Of whom
   * none is left, the deletion is forgotten.
   */
  orphans(now: Date): Promise<readonly string[]>;
  /** Deletes a run of such a user. */
  removeRun(runId: string): Promise<void>;
}
