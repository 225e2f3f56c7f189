import type { ListedSession } from '../../../src/contract/account.ts';
import type { StoredSession } from '../session-store.ts';
import { deviceOf } from './user-agent.ts';

/** A session with what the browser said of itself at the sign-in. */
export interface UserSession extends Omit<StoredSession, 'userId' | 'account'> {
  readonly userAgent: string;
}

/** The sessions of a user, whichever of them asks. */
export interface UserSessionStore {
  /** Those that have not come to their limit: `firstId` first, then the one that was seen last. */
  list(wanted: {
    readonly userId: string;
    readonly firstId: string;
    readonly now: Date;
    readonly limit: number;
  }): Promise<readonly UserSession[]>;
  /** Ends one; false when the user has none of that id. */
  end(userId: string, id: string): Promise<boolean>;
  /** Ends all, or all but one. */
  endAll(userId: string, keptId?: string): Promise<void>;
}

/** A session as its owner sees it. */
export function sessionReplyOf(session: UserSession, currentId: string): ListedSession {
  return {
    id: session.id,
    createdAt: session.createdAt.toISOString(),
    lastSeenAt: session.lastSeenAt.toISOString(),
    expiresAt: session.expiresAt.toISOString(),
    ...deviceOf(session.userAgent),
    current: session.id === currentId,
  };
}
