import { maxListedSessions } from '../../src/contract/account.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { sessionStore, userSessionStore } from '../adapters/postgres/session/session-store.ts';
import { sessionReplyOf, type UserSessionStore } from '../domain/account/user-sessions.ts';
import { isLive, type SessionStore } from '../domain/session/session.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly userSessions: Pick<UserSessionStore, 'list'>;
  readonly sessions: SessionStore;
}

/** The caller's sessions that can still be used: the one that asks first, then the last seen. */
export const listSessions: Handler<'listSessions', Deps> = async (request, { userSessions }) => {
  const { caller, now } = request;
  const { id, userId } = caller.session;
  const wanted = { userId, firstId: id, now, limit: maxListedSessions };
  const kept = await userSessions.list(wanted);
  const sessions = kept.filter((session) => isLive(session, now));
  return {
    status: 200,
    body: { sessions: sessions.map((session) => sessionReplyOf(session, id)) },
  };
};

export const handler = lambda('listSessions', listSessions, (env) => ({
  userSessions: userSessionStore(database(env)),
  sessions: sessionStore(database(env)),
}));
