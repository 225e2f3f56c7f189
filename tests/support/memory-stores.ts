import type { SessionCaller } from '../../functions/callers/session.ts';
import type { Account, SignIn, UserStore } from '../../functions/domain/account/sign-in.ts';
import type { SessionStore, StoredSession } from '../../functions/domain/session/session.ts';
import { sessionTokenHash } from '../../functions/http/session-cookie.ts';
import type { User } from '../../src/contract/user.ts';

export const now = new Date('2026-11-21T12:00:00Z');

/** A session token of the right form, of 43 times the same character. */
export function tokenOf(character: string): string {
  return character.repeat(43);
}

export const account: Account = {
  profile: { sub: 'auth0|1', name: 'Ada', email: 'ada@example.com', email_verified: true },
  walletId: '0195f0a0-0000-7000-8000-000000000001',
  availableCredits: 25,
};

/** The account as the API answers it. */
export const user: User = { ...account.profile, app_metadata: { credits: 25 } };

/** A session seen a minute ago; `changes` make it older or another user's. */
export function storedSession(changes: Partial<StoredSession> = {}): StoredSession {
  return {
    id: 'session-1',
    userId: 'user-1',
    createdAt: new Date('2026-11-21T11:00:00Z'),
    lastSeenAt: new Date('2026-11-21T11:59:00Z'),
    expiresAt: new Date('2026-11-28T11:00:00Z'),
    account,
    ...changes,
  };
}

/** The caller of that session, as handlers get it. */
export const sessionCaller: SessionCaller = { kind: 'session', session: storedSession(), account };

export interface MemorySessions extends SessionStore {
  readonly slid: string[];
  readonly ended: string[];
  readonly lookups: string[];
}

/** Sessions by their raw tokens; records each call. */
export function memorySessions(
  byToken: Readonly<Record<string, StoredSession>> = {},
): MemorySessions {
  const sessions = new Map(
    Object.entries(byToken).map(([token, session]) => [sessionTokenHash(token), session]),
  );
  const store: MemorySessions = {
    slid: [],
    ended: [],
    lookups: [],
    find: async (tokenHash) => {
      store.lookups.push(tokenHash);
      return sessions.get(tokenHash);
    },
    slide: async ({ id }) => {
      store.slid.push(id);
    },
    end: async (tokenHash) => {
      store.ended.push(tokenHash);
      sessions.delete(tokenHash);
    },
  };
  return store;
}

interface MemoryUsers extends UserStore {
  readonly signIns: SignIn[];
}

/** Users that record each sign-in and refuse a second use of an ID token. */
export function memoryUsers(): MemoryUsers {
  const used = new Set<string>();
  const store: MemoryUsers = {
    signIns: [],
    signIn: async (signIn) => {
      if (used.has(signIn.idToken.hash)) return { ok: false, code: 'token_replayed' };
      used.add(signIn.idToken.hash);
      store.signIns.push(signIn);
      const availableCredits = signIn.trial?.amountCredits ?? 0;
      return {
        ok: true,
        account: { ...account, profile: signIn.identity, availableCredits },
        trial: signIn.trial && 'granted',
      };
    },
  };
  return store;
}
