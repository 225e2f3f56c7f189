import type { User } from '../../contract/user.ts';
import { fetchUser } from '../api/fetch-user.ts';

/** The states of a session (specification, section 4). */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User }
  | { readonly status: 'signed-out' }
  | { readonly status: 'error'; readonly message: string };

export interface SessionStore {
  /** The session as last fetched. */
  current(): SessionState;
  /** Calls the listener with every change, until the returned function is called. */
  subscribe(listener: (session: SessionState) => void): () => void;
  /**
   * Fetches the session again. The old state stays meanwhile, and when the request fails and a user
   * was signed in: a lost connection signs nobody out.
   * @param from the source of the user where it is not the server alone
   */
  refresh(from?: () => Promise<User | undefined>): Promise<SessionState>;
  /** Sets the balance that a call returned. Replies to requests sent before no longer count. */
  setCredits(credits: number): void;
  /** Goes back to loading and fetches the session: for a page from the back/forward cache. */
  restart(): Promise<SessionState>;
}

/**
 * The session of a page. It is plain code and no atom, because every anonymous reader runs it, and
 * Jotai's core alone is half of what their page may weigh. The atom in `atoms.ts` follows it.
 * @param fetchUser returns the user, or `undefined` when nobody is signed in; rejects with the
 *   message of the session error.
 */
export function sessionStore(fetchUser: () => Promise<User | undefined>): SessionStore {
  let session: SessionState = { status: 'loading' };
  let latestRequest = 0;
  const listeners = new Set<(session: SessionState) => void>();

  const setSession = (next: SessionState) => {
    session = next;
    for (const listener of listeners) listener(next);
    return next;
  };

  const refresh = async (from = fetchUser) => {
    latestRequest += 1;
    const request = latestRequest;
    const fetched = await fetchSession(from);
    if (request !== latestRequest) return session;
    if (fetched.status === 'error' && session.status === 'signed-in') return session;
    return setSession(fetched);
  };

  return {
    current: () => session,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    setCredits(credits) {
      if (session.status !== 'signed-in') return;
      latestRequest += 1;
      const { user } = session;
      setSession({ status: 'signed-in', user: { ...user, app_metadata: { credits } } });
    },
    restart() {
      setSession({ status: 'loading' });
      return refresh();
    },
  };
}

async function fetchSession(fetchUser: () => Promise<User | undefined>): Promise<SessionState> {
  try {
    const user = await fetchUser();
    return user ? { status: 'signed-in', user } : { status: 'signed-out' };
  } catch (error) {
    return { status: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

/** The session of this page: one for the start script and all islands. */
export const pageSession = sessionStore(fetchUser);
