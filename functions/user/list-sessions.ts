import { listSessions, maxSessions } from '../../src/contract/account.ts';
import { userSessionStore } from '../adapters/postgres/session/session-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { sessionReplyOf, type UserSessionStore } from '../domain/account/user-sessions.ts';
import { isLive } from '../domain/session/session.ts';
import type { Reply } from '../http/handler.ts';

/** The caller's live sessions: the one of the call first, then the last seen. */
export async function list(
  { caller, now }: SessionRequest<typeof listSessions>,
  userSessions: Pick<UserSessionStore, 'list'>,
): Promise<Reply<typeof listSessions>> {
  const { id, userId } = caller.session;
  const found = await userSessions.list({ userId, firstId: id, now, limit: maxSessions });
  const live = found.filter((session) => isLive(session, now));
  const sessions = live.map((session) => sessionReplyOf(session, id));
  return { status: 200, body: { sessions } };
}

export const handler = forSession(listSessions, list, (db) => userSessionStore(db));
