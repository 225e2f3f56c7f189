import { endSessions } from '../../src/contract/account.ts';
import { userSessionStore } from '../adapters/postgres/session/session-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { UserSessionStore } from '../domain/account/user-sessions.ts';
import type { Reply } from '../http/handler.ts';

/** Ends all sessions of the caller and clears the cookies, or all but the session of the call. */
export async function endAll(
  { caller, query }: SessionRequest<typeof endSessions>,
  userSessions: Pick<UserSessionStore, 'endAll'>,
): Promise<Reply<typeof endSessions>> {
  const { id, userId } = caller.session;
  const keptId = query.keep === 'current' ? id : undefined;
  await userSessions.endAll(userId, keptId);
  return keptId === undefined ? { status: 204, session: 'ended' } : { status: 204 };
}

export const handler = forSession(endSessions, endAll, (db) => userSessionStore(db));
