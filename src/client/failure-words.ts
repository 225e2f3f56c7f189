import type { ProblemCode } from '../contract/problem.ts';
import { fill } from '../i18n/fill.ts';
import type { Failure, Refused } from './api/outcome.ts';

/** How long to wait where the server does not say, in seconds. */
const usualWaitSeconds = 10;

/** What a page says of calls that failed: by the code of a refusal, and for all other cases. */
export interface FailureLabels {
  readonly failures: { readonly unreachable: string; readonly other: string };
}

/**
 * What a reader is told of a call that failed; the server's own words are for developers.
 * @param sayingOf which saying is meant for a refusal; where there is none of that name, `other` is
 */
export function failureWords(
  failure: Failure,
  { failures }: FailureLabels,
  sayingOf: (refusal: Refused) => string = ({ problem }) => problem.code,
): string {
  if (failure.reason !== 'refused') {
    return failure.reason === 'unreachable' ? failures.unreachable : failures.other;
  }
  const { retryAfterSeconds: seconds = usualWaitSeconds } = failure;
  const saying = sayingOf(failure);
  const known = Object.entries(failures).find(([name]) => name === saying);
  return fill(known?.[1] ?? failures.other, { seconds });
}

/** Whether a call failed because nobody is signed in any more. */
export function isSignedOut(failure: Failure | undefined): boolean {
  return (
    failure?.reason === 'refused' && signedOutCodes.some((code) => code === failure.problem.code)
  );
}

/** Our own API asks for a session; that of the flows refuses the token that came of one. */
const signedOutCodes = [
  'session_required',
  'access_token_invalid',
] as const satisfies readonly ProblemCode[];
