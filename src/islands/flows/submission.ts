import type { CallResult } from '../../client/api/call-result.ts';
import type { FinishedRun, RunningRun, RunProgress } from '../../contract/flows.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { type PollPorts, poll } from '../shared/poll.ts';

/** A request to run a flow. However often it is sent, it is one run, because of its key. */
export interface Submission {
  readonly flow: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The price that the button showed. */
  readonly credits: number;
  /** Whether the run shall go on with what can be read. */
  readonly partial?: true;
  readonly idempotencyKey: string;
}

interface SubmissionPorts extends PollPorts {
  readonly start: (
    submission: Submission,
    signal: AbortSignal,
  ) => Promise<CallResult<FinishedRun | RunningRun>>;
  /** Looks how far the run is while its call is under way; undefined where nobody can tell. */
  readonly look: (signal: AbortSignal) => Promise<RunProgress | undefined>;
  /** Called when more of the run is done. */
  readonly onProgress: (progress: RunProgress) => void;
}

/** How often a submission is sent again while its run is running. */
export const maxResubmissions = 40;

/** The pause before that when the server doesn't say, in seconds. */
const defaultPauseSeconds = 2;

/** How long after each look at a run the next one follows, in milliseconds. */
const lookMs = 1_500;

/** Sends a submission, and looks how far its run is until that has ended. */
export async function submit(
  submission: Submission,
  ports: SubmissionPorts,
): Promise<CallResult<FinishedRun>> {
  const ended = new AbortController();
  const signal = AbortSignal.any([ports.signal, ended.signal]);
  void watch({ ...ports, signal });
  return waitForEnd(submission, ports).finally(() => ended.abort());
}

/** An answer that is missing or late says nothing. */
async function watch({ look, onProgress, wait, signal }: SubmissionPorts): Promise<void> {
  await wait(lookMs, signal);
  if (signal.aborted) return;
  const tell = async () => {
    const progress = await look(signal);
    if (!signal.aborted && progress) onProgress(progress);
  };
  await poll(tell, () => lookMs, { wait, signal });
}

/** Waits for the run to end by sending the submission again: the key finds the run. */
async function waitForEnd(
  submission: Submission,
  { start, onProgress, wait, signal }: SubmissionPorts,
): Promise<CallResult<FinishedRun>> {
  const result = await poll(
    async () => {
      const answer = await start(submission, signal);
      if (answer.ok && 'progress' in answer.value) onProgress(answer.value.progress);
      return answer;
    },
    (answer, attempt) => (attempt < maxResubmissions ? pauseMs(answer) : undefined),
    { wait, signal },
  );
  if (!result.ok) return result;
  const { value } = result;
  return 'progress' in value ? { ok: false, kind: 'unreachable' } : { ok: true, value };
}

/** The next call does further items of a list at once; a run of another call takes its time. */
function pauseMs(answer: CallResult<FinishedRun | RunningRun>): number | undefined {
  if (answer.ok) return 'progress' in answer.value ? 0 : undefined;
  if (!isRefusedAs(answer, 'run_in_progress')) return undefined;
  const seconds = 'retryAfterSeconds' in answer ? answer.retryAfterSeconds : undefined;
  return (seconds ?? defaultPauseSeconds) * 1_000;
}

export function isRefusedAs(result: CallResult<unknown>, code: ProblemCode): boolean {
  return !result.ok && result.kind === 'refused' && result.problem.code === code;
}

/** The final refusals. All others are temporary, or leave open what happened to the run. */
const finalCodes = [
  'body_invalid',
  'body_not_json',
  'credits_insufficient',
  'flow_not_found',
  'idempotency_conflict',
  'input_invalid',
  'input_partly_read',
  'input_refused',
  'payload_too_large',
  'quote_changed',
  'run_cancelled',
  'run_failed',
  'run_timed_out',
  'run_too_large',
  'upload_incomplete',
  'upload_not_found',
] as const satisfies readonly ProblemCode[];

/** Refusals before a run begins. */
const unbegunCodes = [
  'access_token_invalid',
  'rate_limited',
  'session_required',
  'too_many_failed_runs',
  'too_many_own_runs',
  'too_many_runs',
] as const satisfies readonly ProblemCode[];

/** Whether an answer leaves open that a run has begun. */
export function mayHaveBegun(answer: CallResult<unknown>): boolean {
  return !unbegunCodes.some((code) => isRefusedAs(answer, code));
}

/** Whether a failure ends a submission. After any other the same one is sent again. */
export function isFinal(answer: CallResult<unknown>): boolean {
  return finalCodes.some((code) => isRefusedAs(answer, code));
}
