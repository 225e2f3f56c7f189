import { createHash } from 'node:crypto';
import { DAY_MS } from '../../../src/contract/durations.ts';
import {
  longRunMs,
  type ResultPart,
  type Run,
  type RunProgress,
  type RunStatus,
  type RunSummary,
} from '../../../src/contract/flows.ts';
import type { ByLanguage, Language } from '../../../src/contract/language.ts';
import type { LeftOut, StoredLeftOut } from '../../../src/contract/left-out.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import { maxUploadsOfRun } from '../../../src/contract/uploads.ts';

/** Why a run failed after its credits were held. */
export interface RunFailure {
  readonly code: Extract<
    ProblemCode,
    | 'input_partly_read'
    | 'input_refused'
    | 'run_cancelled'
    | 'run_failed'
    | 'run_timed_out'
    | 'run_too_large'
  >;
  /** The sentence with which the flow refused the input. */
  readonly sentences?: ByLanguage<string>;
}

/** The status of a run that did not succeed. Its owner has cancelled it, or it failed. */
export function statusOf({ code }: RunFailure): 'failed' | 'cancelled' {
  return code === 'run_cancelled' ? 'cancelled' : 'failed';
}

/** Translates the list of parts that a run left out. */
export function leftOutIn(leftOut: readonly StoredLeftOut[], language: Language): LeftOut[] {
  return leftOut.map((one) => ({ ...one, where: one.where[language] }));
}

/** A run as stored. It has the id of the hold that pays for it. */
export interface StoredRun {
  readonly id: string;
  readonly walletId: string;
  readonly flowId: string;
  readonly status: RunStatus;
  /** The credits that its hold has reserved; those that it was charged once it has succeeded. */
  readonly amountCredits: number;
  readonly failure?: RunFailure;
  /** The parts, with their names as labels; absent unless the run succeeded and is still kept. */
  readonly result?: readonly ResultPart[];
  /** The parts of the items that are done, while it waits for the call that goes on with it. */
  readonly made?: readonly ResultPart[];
  /** How far it is while it is running, once that was stored. */
  readonly progress?: RunProgress | undefined;
  /** The parts that were not read; absent of runs from before it was told, and with the result. */
  readonly leftOut?: readonly StoredLeftOut[];
  /** By which its owner knows it; it goes with the result, as the input does. */
  readonly title?: string;
  /** The given fields, with null for a file of the call; absent in a list. */
  readonly input?: Readonly<Record<string, unknown>>;
  /** The token of the link to its result; absent in a list, and while it is not shared. */
  readonly shareToken?: string;
  /** The personal key that began it. */
  readonly keyId?: string;
  readonly startedAt: Date;
  readonly finishedAt?: Date;
  /** A run that is still running then has died, and its hold has expired. */
  readonly endsBy: Date;
  readonly keptUntil: Date;
}

/** How much longer than its work a run holds credits, in milliseconds: time to wait and to store. */
const HOLD_MARGIN_MS = 30_000;

/** How long a transaction may take that begins before the hold expires, in milliseconds. */
export const commitGraceMs = 30_000;

/** How long a run holds its credits at most, in milliseconds. */
export function holdLifeMs(timeoutMs: number): number {
  return timeoutMs + HOLD_MARGIN_MS;
}

/** How long a call may take, in milliseconds: less than API Gateway's 29 s. */
export const maxCallMs = 27_000;

/** How long a run may count as under way, in milliseconds. */
export const longestRunMs = holdLifeMs(maxUploadsOfRun * maxCallMs) + commitGraceMs;

/** A mail about a run waits so long for its user to read the run, who then needs none. */
export const mailWaitMs = 60_000;

/** Whether a mail tells of the end of a run: it was long, and its user may have gone elsewhere. */
export function isTold({ startedAt, finishedAt }: Pick<StoredRun, 'startedAt' | 'finishedAt'>) {
  return finishedAt !== undefined && finishedAt.getTime() - startedAt.getTime() >= longRunMs;
}

/** When a run has certainly ended, by the expiry of its hold. */
export function endsBy(holdExpiresAt: Date): Date {
  return new Date(holdExpiresAt.getTime() + commitGraceMs);
}

/** When something expires that is kept for some days from `now` on. */
export function keptUntil(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}

/** A run as of `now`: one whose process died has failed, and a result past its time is deleted. */
export function asOf(run: StoredRun, now: Date): StoredRun {
  if (run.status === 'running' && now >= run.endsBy) {
    return { ...run, status: 'failed', failure: { code: 'run_failed' }, finishedAt: run.endsBy };
  }
  if (now < run.keptUntil) return run;
  const { result: _result, leftOut: _leftOut, title: _title, input: _input, ...others } = run;
  const { shareToken: _shareToken, ...kept } = others;
  return kept;
}

export function summaryOf(run: StoredRun): RunSummary {
  const picture = smallestPicture(run.result);
  return {
    id: run.id,
    flow: run.flowId,
    ...(run.title === undefined ? {} : { title: run.title }),
    status: run.status,
    credits: run.failure ? 0 : run.amountCredits,
    startedAt: run.startedAt.toISOString(),
    ...(run.finishedAt ? { finishedAt: run.finishedAt.toISOString() } : {}),
    keptUntil: run.keptUntil.toISOString(),
    ...(run.failure ? { code: run.failure.code } : {}),
    ...(picture && { picture: picture.name }),
  };
}

function smallestPicture(result: StoredRun['result'] = []) {
  const files = result.filter((part) => part.kind === 'file');
  const pictures = files.filter(({ mediaType }) => mediaType.startsWith('image/'));
  return pictures.toSorted((a, b) => a.bytes - b.bytes).at(0);
}

/** A run with its result as its owner sees it. `labelOf` names the parts in the owner's language. */
export function runReplyOf(
  run: StoredRun,
  labelOf: (name: string) => string,
  language: Language,
): Run {
  const result = (run.result ?? []).map((part) => {
    const labelled = { ...part, label: labelOf(part.label) };
    if (labelled.kind !== 'text') return labelled;
    const { texts, ...others } = labelled;
    return { ...others, text: texts?.[language] ?? others.text };
  });
  const leftOut = run.leftOut && run.result && { leftOut: leftOutIn(run.leftOut, language) };
  return { ...summaryOf(run), result, ...leftOut };
}

/** A SHA-256 of an input as it was sent. The order of its names makes no difference. */
export function inputHash(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input, inOrder)).digest('hex');
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
