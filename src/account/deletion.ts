import { confirmationOf, deletionSignInMinutes, type Session } from '../contract/account.ts';
import type { User } from '../contract/user.ts';

/**
 * Whether the sign-in is fresh enough to delete the account, by the session that asks. Without a
 * list of sessions it is taken to be: the server has the last word.
 */
export function isSignInFresh(sessions: readonly Session[] | undefined, nowMs: number): boolean {
  const current = sessions?.find((session) => session.current);
  if (!current) return true;
  return nowMs - Date.parse(current.createdAt) < deletionSignInMinutes * 60_000;
}

/** Whether somebody typed what the deletion asks for; spaces around it don't count. */
export function isConfirmed(typed: string, user: User): boolean {
  return typed.trim() === confirmationOf(user);
}
