import type { UserSession } from '../../functions/domain/account/user-sessions.ts';
import { storedSession } from './memory-stores.ts';

/** A session of Firefox on Linux, seen a minute ago; `changes` make another of it. */
export function userSession(changes: Partial<UserSession> = {}): UserSession {
  const { id, createdAt, lastSeenAt, expiresAt } = storedSession();
  const userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
  return { id, createdAt, lastSeenAt, expiresAt, userAgent, ...changes };
}
