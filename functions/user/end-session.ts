import { database } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore, userSessionStore } from '../adapters/postgres/session/session-store.ts';
import type { UserSessionStore } from '../domain/account/user-sessions.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler, Refusal } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly userSessions: Pick<UserSessionStore, 'end'>;
  readonly sessions: SessionStore;
}

/** Ends one of the caller's sessions. With the one that asks, its cookies go too. */
export const endSession: Handler<'endSession', Deps> = async (request, { userSessions }) => {
  const { session } = request.caller;
  const { id } = request.params;
  if (!(await userSessions.end(session.userId, id))) return sessionNotFound;
  return id === session.id ? { status: 204, session: 'ended' } : { status: 204 };
};

const sessionNotFound: Refusal = {
  problem: 'session_not_found',
  detail: 'You have no such session: it may have ended before. List your sessions anew.',
};

export const handler = lambda('endSession', endSession, (env) => ({
  userSessions: userSessionStore(database(env)),
  sessions: sessionStore(database(env)),
  buckets: bucketStore(database(env)),
}));
