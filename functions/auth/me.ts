import { me } from '../../src/contract/auth.ts';
import { sqlClient } from '../adapters/postgres/connection/sql-client.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';
import { findSession } from '../callers/session.ts';
import { userOf } from '../domain/account/sign-in.ts';
import type { SessionStore } from '../domain/session/session.ts';

/**
 * The user of the session, or nothing. When the cookie names no live session, the answer clears the
 * hint cookie, so that the browser stops painting a signed-in page.
 */
export const readMe: AnyoneHandler<typeof me, { readonly sessions: SessionStore }> = async (
  { sessionCookie, now },
  { sessions },
) => {
  const session = await findSession(sessionCookie, sessions, now);
  if (session) return { status: 200, body: userOf(session.account) };
  if (sessionCookie.kind === 'absent') return { status: 204 };
  return { status: 204, session: 'missing' };
};

export const handler = forAnyone(me, readMe, (env) => ({
  sessions: sessionStore(sqlClient(env)),
}));
