import type { Account } from '../domain/account/sign-in.ts';
import {
  isDueToSlide,
  isLive,
  type SessionStore,
  type StoredSession,
} from '../domain/session/session.ts';
import { namedSessions, type SessionCookie } from '../http/session-cookie.ts';

/** A caller known by a live session. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly session: Pick<StoredSession, 'id' | 'userId' | 'createdAt'>;
  readonly account: Account;
}

/** The live session that a cookie names, if there is one; updates `lastSeenAt` when that is due. */
export async function findSession(
  cookie: SessionCookie,
  sessions: SessionStore,
  now: Date,
): Promise<StoredSession | undefined> {
  if (cookie.kind !== 'token') return undefined;
  const session = await sessions.find(cookie.tokenHash, now);
  if (!session || !isLive(session, now)) return undefined;
  if (isDueToSlide(session, now)) await sessions.slide(session, now);
  return session;
}

/** Ends all sessions that the cookies name, also those of a repeated cookie, which opens none. */
export async function endNamedSessions(
  cookie: SessionCookie,
  sessions: SessionStore,
): Promise<void> {
  await Promise.all(namedSessions(cookie).map((tokenHash) => sessions.end(tokenHash)));
}
