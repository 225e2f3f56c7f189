import type { CallResult, Failure } from '../../client/api/call-result.ts';
import type { FinishedRun } from '../../contract/flows.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { type PollPorts, poll } from '../shared/poll.ts';

/** A request to run a flow. However often it is sent, it is one run, because of its key. */
export interface Submission {
  readonly flow: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The price that the button showed. */
  readonly credits: number;
  readonly idempotencyKey: string;
}

interface SubmissionPorts extends PollPorts {
  readonly start: (submission: Submission, signal: AbortSignal) => Promise<CallResult<FinishedRun>>;
}

/** How often a submission is sent again while its run is running. */
export const maxResubmissions = 40;

/** The pause before that when the server doesn't say, in seconds. */
const defaultPauseSeconds = 2;

/** Sends a submission and waits for its run to end, by sending it again: the key finds the run. */
export function submit(
  submission: Submission,
  { start, wait, signal }: SubmissionPorts,
): Promise<CallResult<FinishedRun>> {
  return poll(
    () => start(submission, signal),
    (result, attempt) =>
      attempt < maxResubmissions && isRefusedAs(result, 'run_in_progress')
        ? pauseSeconds(result) * 1_000
        : undefined,
    { wait, signal },
  );
}

function pauseSeconds(result: CallResult<unknown>): number {
  const seconds = 'retryAfterSeconds' in result ? result.retryAfterSeconds : undefined;
  return seconds ?? defaultPauseSeconds;
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

/**
 * Whether a failure ends a submission, so that the next attempt is a new run. After any other failure
 * the same submission is sent again, because the flow may have run and must not run twice.
 */
export function isFinal(failure: Failure): boolean {
  return finalCodes.some((code) => isRefusedAs(failure, code));
}
