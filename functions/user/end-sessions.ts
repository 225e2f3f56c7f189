import { database } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore, userSessionStore } from '../adapters/postgres/session/session-store.ts';
import type { UserSessionStore } from '../domain/account/user-sessions.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly userSessions: Pick<UserSessionStore, 'endAll'>;
  readonly sessions: SessionStore;
}

/** Ends all sessions of the caller and clears the cookies, or all but the one that asks. */
export const endSessions: Handler<'endSessions', Deps> = async (request, { userSessions }) => {
  const { id, userId } = request.caller.session;
  if (request.query.keep === 'current') {
    await userSessions.endAll(userId, id);
    return { status: 204 };
  }
  await userSessions.endAll(userId);
  return { status: 204, session: 'ended' };
};

export const handler = lambda('endSessions', endSessions, (env) => ({
  userSessions: userSessionStore(database(env)),
  sessions: sessionStore(database(env)),
  buckets: bucketStore(database(env)),
}));
