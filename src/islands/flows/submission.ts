import type { CallResult, Failure } from '../../client/api/outcome.ts';
import type { FinishedRun } from '../../contract/flows.ts';
import type { ProblemCode } from '../../contract/problem.ts';

/** A press of the button that runs a flow: however often it is sent, it is one run. */
export interface Submission {
  readonly flow: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** What the button said that it costs. */
  readonly credits: number;
  readonly idempotencyKey: string;
}

interface SubmissionPorts {
  readonly start: (press: Submission, signal: AbortSignal) => Promise<CallResult<FinishedRun>>;
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Ends the waiting, not the run. */
  readonly signal: AbortSignal;
}

/** How often a run that still goes on is asked for again. */
export const maxQuestions = 40;

/** How long to wait before that where the server does not say, in seconds. */
const usualWaitSeconds = 2;

/** The code of a key under which a run still goes on. */
const stillRunning = 'run_in_progress' satisfies ProblemCode;

/** Sends a press and waits for its run to end; while that goes on, the same press finds it again. */
export async function submit(
  press: Submission,
  ports: SubmissionPorts,
): Promise<CallResult<FinishedRun>> {
  let outcome = await ports.start(press, ports.signal);
  for (let asked = 0; asked < maxQuestions && isRunning(outcome); asked += 1) {
    await ports.wait(waitMs(outcome), ports.signal);
    if (ports.signal.aborted) break;
    outcome = await ports.start(press, ports.signal);
  }
  return outcome;
}

function isRunning(outcome: CallResult<unknown>): outcome is Failure {
  return isRefusedAs(outcome, stillRunning);
}

function waitMs(failure: CallResult<unknown>): number {
  const seconds = 'retryAfterSeconds' in failure ? failure.retryAfterSeconds : undefined;
  return (seconds ?? usualWaitSeconds) * 1_000;
}

function isRefusedAs(outcome: CallResult<unknown>, code: string): boolean {
  return !outcome.ok && outcome.reason === 'refused' && outcome.problem.code === code;
}

/** What can be the last word on a press. All else may pass, or says nothing of what became of it. */
const lastWords = [
  'body_invalid',
  'body_not_json',
  'credits_insufficient',
  'flow_not_found',
  'idempotency_conflict',
  'input_invalid',
  'input_refused',
  'payload_too_large',
  'quote_changed',
  'run_failed',
  'run_timed_out',
] as const satisfies readonly ProblemCode[];

/**
 * Whether a press is over with this failure, so that the next try is a new run. After any other the
 * same press is sent again: it may have been carried out, and must not be a second time.
 */
export function isFinal(failure: Failure): boolean {
  return lastWords.some((code) => isRefusedAs(failure, code));
}
