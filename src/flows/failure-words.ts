import type { Failure } from '../api/send.ts';
import { fill } from '../i18n/fill.ts';
import type { FlowsLabels } from './labels.ts';
import { isOver } from './press.ts';

/** How long to wait where the server does not say, in seconds. */
const usualWaitSeconds = 10;

/** Codes that are another way to say a known one. */
const alike: Readonly<Record<string, string>> = {
  access_token_invalid: 'session_required',
  body_invalid: 'input_invalid',
  timed_out: 'temporarily_unavailable',
};

/**
 * What a reader is told of a run that did not come to its end: what to do, and that nothing was
 * charged, or that nothing will be charged twice where that is not known.
 */
export function failureWords(
  failure: Failure,
  { failures }: Pick<FlowsLabels, 'failures'>,
): string {
  if (failure.reason !== 'refused') {
    return failure.reason === 'unreachable' ? failures.unreachable : failures.other;
  }
  const { problem, retryAfterSeconds: seconds = usualWaitSeconds } = failure;
  // The flow says itself, in the reader's language, what it cannot work on.
  if (problem.code === 'input_refused') return problem.detail;
  const code = alike[problem.code] ?? problem.code;
  const known = Object.entries(failures).find(([name]) => name === code)?.[1];
  return fill(known ?? (isOver(failure) ? failures.over : failures.other), { seconds });
}

/** Why a run in the list has failed. */
export function reasonWords(code: string | undefined, { runs }: Pick<FlowsLabels, 'runs'>): string {
  const known = Object.entries(runs.reasons).find(([name]) => name === code);
  return known?.[1] ?? runs.reasons.other;
}

/** Whether a call failed because nobody is signed in any more. */
export function isSignedOut(failure: Failure | undefined): boolean {
  if (failure?.reason !== 'refused') return false;
  return ['session_required', 'access_token_invalid'].includes(failure.problem.code);
}
