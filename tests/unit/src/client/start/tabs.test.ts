import { describe, expect, it } from 'vitest';
import { followOtherTabs, staleAfterMs, type Tab } from '../../../../../src/client/start/tabs.ts';
import type { SessionState } from '../../../../../src/client/state/session-source.ts';

const signedIn: SessionState = {
  status: 'signed-in',
  user: { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } },
};
const signedOut: SessionState = { status: 'signed-out' };

const blocked = (): never => {
  throw new DOMException('denied', 'SecurityError');
};

/** A page of a tab that follows the others, and what it asked and posted. */
function openPage({ stored = new Map<string, string>(), storage = storageOf(stored) } = {}) {
  const window = new EventTarget();
  const page = { asked: 0, forgot: 0, posted: 0, atMs: 0, become: (_session: SessionState) => {} };
  const channel: Tab['channel'] = {
    onmessage: null,
    postMessage: () => {
      page.posted += 1;
    },
  };
  const source = {
    refresh: async () => {
      page.asked += 1;
      return signedOut;
    },
    restart: async () => {
      page.forgot += 1;
      return signedOut;
    },
    subscribe: (listener: (session: SessionState) => void) => {
      page.become = listener;
      return () => true;
    },
  };
  followOtherTabs(source, { channel, window, storage, now: () => page.atMs });
  return {
    page,
    hear: () => Reflect.apply(channel.onmessage ?? blocked, channel, [new MessageEvent('message')]),
    focusAt: (atMs: number) => {
      page.atMs = atMs;
      window.dispatchEvent(new Event('focus'));
    },
    show: (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  };
}

function storageOf(stored: Map<string, string>): Tab['storage'] {
  return () => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
  });
}

describe('a page asks again who is signed in', () => {
  it('when it gets the focus and its answer is old, and not before', () => {
    const { page, focusAt } = openPage();
    focusAt(staleAfterMs - 1);
    expect(page.asked).toBe(0);
    focusAt(staleAfterMs);
    expect(page.asked).toBe(1);
  });

  it('when its answer is old once more: every question starts the time anew', () => {
    const { page, focusAt, hear } = openPage();
    focusAt(staleAfterMs);
    focusAt(2 * staleAfterMs - 1);
    expect(page.asked).toBe(1);
    hear();
    focusAt(3 * staleAfterMs - 2);
    expect(page.asked).toBe(2);
    focusAt(3 * staleAfterMs - 1);
    expect(page.asked).toBe(3);
  });

  it('forgetting what it knew, when it comes back from the back/forward cache', () => {
    const { page, show } = openPage();
    show(false);
    expect(page).toMatchObject({ asked: 0, forgot: 0 });
    show(true);
    expect(page).toMatchObject({ asked: 0, forgot: 1 });
  });

  it('when another tab says that something changed', () => {
    const { page, hear } = openPage();
    hear();
    expect(page.asked).toBe(1);
    expect(page.posted).toBe(0);
  });
});

describe('a page tells the other tabs', () => {
  it.each<[string, readonly SessionState[], number]>([
    ['of a sign-in', [signedIn], 1],
    ['of a sign-out after a sign-in', [signedIn, signedOut], 2],
    ['nothing of a visitor who stays one', [signedOut, signedOut], 0],
    ['once of a session that stays', [signedIn, signedIn, signedIn], 1],
    ['nothing of a session that loads', [{ status: 'loading' }], 0],
    ['nothing of an error', [{ status: 'error', message: 'no' }], 0],
    [
      'once of a session that an error interrupts',
      [signedIn, { status: 'error', message: '' }, signedIn],
      1,
    ],
  ])('%s', (_what, sessions, posted) => {
    const { page } = openPage();
    for (const session of sessions) page.become(session);
    expect(page.posted).toBe(posted);
  });

  it('of what changed since the last page of the same tab, and of nothing else', () => {
    const stored = new Map<string, string>();
    openPage({ stored }).page.become(signedIn);
    const { page: second } = openPage({ stored });
    second.become(signedIn);
    expect(second.posted).toBe(0);
    const { page: third } = openPage({ stored });
    third.become(signedOut);
    expect(third.posted).toBe(1);
  });
});

describe('where the browser refuses storage', () => {
  it('a page tells nobody anything, and still listens', () => {
    const { page, hear, focusAt } = openPage({ storage: blocked });
    page.become(signedIn);
    page.become(signedOut);
    expect(page.posted).toBe(0);
    hear();
    focusAt(staleAfterMs);
    expect(page.asked).toBe(2);
  });
});
