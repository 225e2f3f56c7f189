import type { Account } from './user.ts';

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
