import type { Account } from '../account/sign-in.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A session ends this long after the sign-in (OWASP: absolute timeout). */
const SESSION_ABSOLUTE_LIMIT_MS = 7 * 24 * HOUR_MS;

/** A session ends after this long without a request (OWASP: idle timeout). */
const SESSION_IDLE_LIMIT_MS = 24 * HOUR_MS;

/** `lastSeenAt` is updated at most this often, so that most requests write nothing. */
const SESSION_SLIDE_INTERVAL_MS = 10 * MINUTE_MS;

/** How far the clocks of two machines may differ. */
const CLOCK_SKEW_MS = 10 * MINUTE_MS;

/** The latest end of a session that starts now. */
export function sessionExpiry(now: Date): Date {
  return new Date(now.getTime() + SESSION_ABSOLUTE_LIMIT_MS);
}

/** Whether a session is before both of its limits, and has not begun ahead of the clock. */
export function isLive(
  session: Pick<StoredSession, 'lastSeenAt' | 'expiresAt'>,
  now: Date,
): boolean {
  const isOfOurTime = +session.expiresAt <= +sessionExpiry(now) + CLOCK_SKEW_MS;
  return (
    now < session.expiresAt && isOfOurTime && sinceSeenMs(session, now) < SESSION_IDLE_LIMIT_MS
  );
}

/** Also when it was seen in the future: until then its idle limit would not count. */
export function isDueToSlide(session: Pick<StoredSession, 'lastSeenAt'>, now: Date): boolean {
  return Math.abs(sinceSeenMs(session, now)) >= SESSION_SLIDE_INTERVAL_MS;
}

function sinceSeenMs(session: Pick<StoredSession, 'lastSeenAt'>, now: Date): number {
  return now.getTime() - session.lastSeenAt.getTime();
}

/** A session as stored; `isLive` decides whether it is valid. */
export interface StoredSession {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly account: Account;
}

export interface SessionStore {
  /** Finds a session by the SHA-256 of its cookie, with the account as of `now`, expired or not. */
  find(tokenHash: string, now: Date): Promise<StoredSession | undefined>;
  /** Updates `lastSeenAt` if it is unchanged since the read. It never revives an ended session. */
  slide(session: Pick<StoredSession, 'id' | 'lastSeenAt'>, now: Date): Promise<void>;
  /** Ends a session by the SHA-256 of its cookie; a missing session is no error. */
  end(tokenHash: string): Promise<void>;
}

/** Finds the session that an access token names, for the origin of the flows. */
export interface SessionsById {
  /** Finds a session by its id, with the account as of `now`, expired or not. */
  findById(id: string, now: Date): Promise<StoredSession | undefined>;
}
