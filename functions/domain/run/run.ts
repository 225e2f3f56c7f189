import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { ResultPart, Run, RunStatus, RunSummary } from '../../../src/contract/flows.ts';
import type { Language } from '../../../src/contract/language.ts';

/** Why a run that had its credits held came to nothing. */
export const runFailures = ['input_refused', 'run_failed', 'run_timed_out'] as const;

export type RunFailure = (typeof runFailures)[number];

/** What a flow said of an input that it refused, in every language. */
export type Sentences = Readonly<Record<Language, string>>;

/** A run as stored; its id is that of the hold that pays for it. */
export interface StoredRun {
  readonly id: string;
  readonly walletId: string;
  readonly flowId: string;
  readonly status: RunStatus;
  /** What is held for it, or was. */
  readonly amountCredits: number;
  readonly failure?: RunFailure;
  readonly sentences?: Sentences;
  /** With the parts' names as their labels; absent unless it succeeded and is still kept. */
  readonly result?: readonly ResultPart[];
  readonly startedAt: Date;
  readonly finishedAt?: Date;
  /** A run that has not ended by then never will: its process is gone, and so is its hold. */
  readonly endsBy: Date;
  readonly keptUntil: Date;
}

/** How much longer than its work a run may hold credits, in milliseconds: to wait and to store. */
const HOLD_MARGIN_MS = 30_000;

/** How long a transaction that began before the hold ran out may take to end, in milliseconds. */
const COMMIT_GRACE_MS = 30_000;

/** How long the credits of a run are held at most, in milliseconds. */
export function holdLifeMs(timeoutMs: number): number {
  return timeoutMs + HOLD_MARGIN_MS;
}

/** When a run has ended, whatever became of it, by when its hold runs out. */
export function endsBy(holdExpiresAt: Date): Date {
  return new Date(holdExpiresAt.getTime() + COMMIT_GRACE_MS);
}

/** Until when something is kept from `now` on. */
export function keptUntil(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/**
 * A run as of `now`: one whose process died before it ended has failed, and its result is gone once
 * it is kept no longer, whether anybody has stored that or not.
 */
export function asOf(run: StoredRun, now: Date): StoredRun {
  if (run.status === 'running' && now >= run.endsBy) {
    return { ...run, status: 'failed', failure: 'run_failed', finishedAt: run.endsBy };
  }
  const { result, ...others } = run;
  return result !== undefined && now >= run.keptUntil ? others : run;
}

/** A run as its owner sees it in a list. */
export function summaryOf(run: StoredRun): RunSummary {
  return {
    id: run.id,
    flow: run.flowId,
    status: run.status,
    credits: run.status === 'failed' ? 0 : run.amountCredits,
    startedAt: run.startedAt.toISOString(),
    ...(run.finishedAt ? { finishedAt: run.finishedAt.toISOString() } : {}),
    keptUntil: run.keptUntil.toISOString(),
    ...(run.failure ? { code: run.failure } : {}),
  };
}

/** A run with its result, whose parts are labelled for whoever asks. */
export function runReplyOf(run: StoredRun, labelOf: (name: string) => string): Run {
  const result = (run.result ?? []).map((part) => ({ ...part, label: labelOf(part.name) }));
  return { ...summaryOf(run), result };
}

/** A digest of an input as it was sent; the order of the names in it does not matter. */
export function inputHash(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
