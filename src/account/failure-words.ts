import type { Failure } from '../api/send.ts';
import { fill } from '../i18n/fill.ts';
import type { AccountLabels } from './labels.ts';

/** How long to wait where the server does not say, in seconds. */
const usualWaitSeconds = 10;

/** What a reader is told of a call that failed; the server's own words are for developers. */
export function failureWords(
  failure: Failure,
  { failures }: Pick<AccountLabels, 'failures'>,
): string {
  if (failure.reason !== 'refused') {
    return failure.reason === 'unreachable' ? failures.unreachable : failures.other;
  }
  const known = Object.entries(failures).find(([code]) => code === failure.problem.code);
  const { retryAfterSeconds: seconds = usualWaitSeconds } = failure;
  return fill(known?.[1] ?? failures.other, { seconds });
}

/** Whether a call failed because nobody is signed in any more. */
export function isSignedOut(failure: Failure | undefined): boolean {
  return failure?.reason === 'refused' && failure.problem.code === 'session_required';
}
