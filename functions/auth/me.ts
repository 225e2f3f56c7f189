import { me } from '../../src/contract/auth.ts';
import { sqlClient } from '../adapters/postgres/connection/sql-client.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import { findSession } from '../callers/session.ts';
import { userOf } from '../domain/account/sign-in.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Reply } from '../http/handler.ts';

interface Deps {
  readonly sessions: SessionStore;
}

/**
 * The user of the session, or nothing. When the cookie names no live session, the answer clears the
 * hint cookie, so that the browser stops painting a signed-in page.
 */
export async function readMe(
  { sessionCookie, now }: AnyoneRequest<typeof me>,
  { sessions }: Deps,
): Promise<Reply<typeof me>> {
  const session = await findSession(sessionCookie, sessions, now);
  if (session) return { status: 200, body: userOf(session.account) };
  if (sessionCookie.kind === 'absent') return { status: 204 };
  return { status: 204, session: 'missing' };
}

export const handler = forAnyone(me, readMe, (env) => ({
  sessions: sessionStore(sqlClient(env)),
}));
