import { endSession } from '../../src/contract/account.ts';
import { userSessionStore } from '../adapters/postgres/session/session-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { UserSessionStore } from '../domain/account/user-sessions.ts';
import type { Reply } from '../http/handler.ts';

/** Ends one of the caller's sessions. If it is the session of the call, its cookies go too. */
export async function end(
  { caller: { session }, params: { id } }: SessionRequest<typeof endSession>,
  userSessions: Pick<UserSessionStore, 'end'>,
): Promise<Reply<typeof endSession>> {
  if (!(await userSessions.end(session.userId, id))) return sessionNotFound;
  return id === session.id ? { status: 204, session: 'ended' } : { status: 204 };
}

const sessionNotFound = {
  ok: false,
  code: 'session_not_found',
  detail: 'You have no such session: it may have ended before. List your sessions anew.',
} as const;

export const handler = forSession(endSession, end, (db) => userSessionStore(db));
