import type { Account } from '../account/sign-in.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends this long after the sign-in, whatever happens (OWASP: absolute timeout). */
const SESSION_ABSOLUTE_LIMIT_MS = 7 * 24 * HOUR_MS;

/** A session ends when it was not seen for this long (OWASP: idle timeout). */
const SESSION_IDLE_LIMIT_MS = 24 * HOUR_MS;

/** `lastSeenAt` moves on at most this often, so that most requests write nothing. */
const SESSION_SLIDE_INTERVAL_MS = 10 * MINUTE_MS;

/** What the limits are about: both times as the database stores them. */
interface SessionTimes {
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
}

/** When a session that starts now ends at the latest. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_ABSOLUTE_LIMIT_MS);
}

/** Whether a session is still good: before both of its limits, not at them. */
export function isLive(session: SessionTimes, now: Date): boolean {
  return now < session.expiresAt && sinceSeenMs(session, now) < SESSION_IDLE_LIMIT_MS;
}

/** Whether `lastSeenAt` should move on to now. */
export function isDueToSlide(session: Pick<SessionTimes, 'lastSeenAt'>, now: Date): boolean {
  return sinceSeenMs(session, now) >= SESSION_SLIDE_INTERVAL_MS;
}

function sinceSeenMs(session: Pick<SessionTimes, 'lastSeenAt'>, now: Date): number {
  return now.getTime() - session.lastSeenAt.getTime();
}

/** A session that exists; `domain/session.ts` decides whether it is still good. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly account: Account;
}

export interface SessionStore {
  /** The session of a cookie's SHA-256 with its user's account as of `now`, expired or not. */
  find(tokenHash: string, now: Date): Promise<StoredSession | undefined>;
  /** Moves `lastSeenAt` on if it still is what was read; a session ended meanwhile stays ended. */
  slide(session: Pick<StoredSession, 'id' | 'lastSeenAt'>, now: Date): Promise<void>;
  /** Ends the session of a cookie's SHA-256; ending what does not exist is no error. */
  end(tokenHash: string): Promise<void>;
}

/** How the origin of the flows finds the session that an access token names. */
export interface SessionsById {
  /** The session of an id with its user's account as of `now`, expired or not. */
  findById(id: string, now: Date): Promise<StoredSession | undefined>;
}
