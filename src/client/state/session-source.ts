import type { User } from '../../contract/user.ts';

/** The states of a session (specification, section 4). */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-in'; readonly user: User }
  | { readonly status: 'signed-out' }
  | { readonly status: 'error'; readonly message: string };

export interface SessionSource {
  /** What is known of the session now. */
  current(): SessionState;
  /** Tells of every change until the returned function is called. */
  subscribe(listener: (session: SessionState) => void): () => void;
  /**
   * Fetches the session again. What was known stays while it is asked, and stays when asking
   * fails and somebody was signed in: a lost connection signs nobody out.
   */
  refresh(): Promise<SessionState>;
  /** Takes over what a call said can be spent; an answer that was asked for before counts no more. */
  setCredits(credits: number): void;
  /** Forgets what was known and fetches the session: for a page that comes back from the past. */
  restart(): Promise<SessionState>;
}

/**
 * The one place that knows the session in a page. It is plain code and no atom, because every
 * anonymous reader runs it and Jotai's core alone is half of what their page may weigh; the atom
 * in `session.ts` follows it.
 * @param fetchUser gives the user, or `undefined` when nobody is signed in; rejects with the
 *   message of the session error.
 */
export function sessionSource(fetchUser: () => Promise<User | undefined>): SessionSource {
  let session: SessionState = { status: 'loading' };
  let asked = 0;
  const listeners = new Set<(session: SessionState) => void>();

  const become = (next: SessionState) => {
    session = next;
    for (const listener of listeners) listener(next);
    return next;
  };

  const refresh = async () => {
    asked += 1;
    const mine = asked;
    const answer = await ask(fetchUser);
    if (mine !== asked) return session;
    if (answer.status === 'error' && session.status === 'signed-in') return session;
    return become(answer);
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
      asked += 1;
      const { user } = session;
      become({ status: 'signed-in', user: { ...user, app_metadata: { credits } } });
    },
    restart() {
      become({ status: 'loading' });
      return refresh();
    },
  };
}

async function ask(fetchUser: () => Promise<User | undefined>): Promise<SessionState> {
  try {
    const user = await fetchUser();
    return user ? { status: 'signed-in', user } : { status: 'signed-out' };
  } catch (error) {
    return { status: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}
