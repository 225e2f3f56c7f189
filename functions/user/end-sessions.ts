import { endSessions } from '../../src/contract/account.ts';
import { userSessionStore } from '../adapters/postgres/session/session-store.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import type { UserSessionStore } from '../domain/account/user-sessions.ts';

/** Ends all sessions of the caller and clears the cookies, or all but the session of the call. */
export const endAll: SessionHandler<
  typeof endSessions,
  { readonly userSessions: Pick<UserSessionStore, 'endAll'> }
> = async ({ caller, query }, { userSessions }) => {
  const { id, userId } = caller.session;
  if (query.keep === 'current') {
    await userSessions.endAll(userId, id);
    return { status: 204 };
  }
  await userSessions.endAll(userId);
  return { status: 204, session: 'ended' };
};

export const handler = forSession(endSessions, endAll, (db) => ({
  userSessions: userSessionStore(db),
}));
