import type { ProblemCode } from '../contract/problem.ts';
import { fill } from '../i18n/fill.ts';
import type { Failure, Refused } from './api/call-result.ts';

/** How long the user should wait when the server doesn't say, in seconds. */
const defaultWaitSeconds = 10;

/**
 * The message that a user sees for a failed call. The server's own texts are for developers.
 * @param keyOf the key of the message for a refusal; where there is none of that key, `other` is used
 */
export function failureMessage(
  failure: Failure,
  { failures }: { readonly failures: { readonly unreachable: string; readonly other: string } },
  keyOf: (refusal: Refused) => string = ({ problem }) => problem.code,
): string {
  if (failure.kind !== 'refused') {
    return failure.kind === 'unreachable' ? failures.unreachable : failures.other;
  }
  const { retryAfterSeconds: seconds = defaultWaitSeconds } = failure;
  const key = keyOf(failure);
  const message = Object.entries(failures).find(([name]) => name === key)?.[1];
  return fill(message ?? failures.other, { seconds });
}

/** Whether a call failed because nobody is signed in any more. */
export function isSignedOut(failure: Failure | undefined): boolean {
  return (
    failure?.kind === 'refused' && signedOutCodes.some((code) => code === failure.problem.code)
  );
}

/** Our own API requires a session; the flows API refuses the access token of an ended session. */
const signedOutCodes = [
  'session_required',
  'access_token_invalid',
] as const satisfies readonly ProblemCode[];
