import { isRecentSignIn, type ListedSession } from '../../contract/account.ts';

/**
 * Whether the sign-in is fresh enough to delete the account, by the session that asks. Without a
 * list of sessions it is taken to be: the server has the last word.
 */
export function isSignInFresh(
  sessions: readonly ListedSession[] | undefined,
  nowMs: number,
): boolean {
  const current = sessions?.find((session) => session.current);
  return !current || isRecentSignIn(Date.parse(current.createdAt), nowMs);
}
