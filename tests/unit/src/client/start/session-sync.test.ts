import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { staleAfterMs, syncSession } from '../../../../../src/client/start/session-sync.ts';
import type { SessionState } from '../../../../../src/client/state/session-store.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

beforeEach(() => void stubStorage('sessionStorage'));
afterEach(() => vi.unstubAllGlobals());

const signedIn: SessionState = {
  status: 'signed-in',
  user: { sub: 'local|ann', name: 'Ann', app_metadata: { credits: 25 } },
};
const other: SessionState = {
  status: 'signed-in',
  user: { sub: 'local|bob', name: 'Bob', app_metadata: { credits: 25 } },
};
const signedOut: SessionState = { status: 'signed-out' };

/** A page that syncs its session, and counts its requests, restarts and messages. */
function openPage() {
  const window = new EventTarget();
  const page = {
    requests: 0,
    restarts: 0,
    posted: 0,
    atMs: 0,
    setSession: (_session: SessionState) => {},
  };
  const channel: Pick<BroadcastChannel, 'onmessage' | 'postMessage'> = {
    onmessage: null,
    postMessage: () => {
      page.posted += 1;
    },
  };
  const session = {
    refresh: async () => {
      page.requests += 1;
      return signedOut;
    },
    restart: async () => {
      page.restarts += 1;
      return signedOut;
    },
    subscribe: (listener: (session: SessionState) => void) => {
      page.setSession = listener;
      return () => true;
    },
  };
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window));
  syncSession(session, channel, () => page.atMs);
  return {
    page,
    receive: () =>
      Reflect.apply(channel.onmessage ?? vi.fn(), channel, [new MessageEvent('message')]),
    focusAt: (atMs: number) => {
      page.atMs = atMs;
      window.dispatchEvent(new Event('focus'));
    },
    show: (persisted: boolean) =>
      window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted })),
  };
}

describe('a page fetches the session again', () => {
  it('when it gets the focus and its last request is old, and not before', () => {
    const { page, focusAt } = openPage();
    focusAt(staleAfterMs - 1);
    expect(page.requests).toBe(0);
    focusAt(staleAfterMs);
    expect(page.requests).toBe(1);
  });

  it('when its last request is old once more: every request resets the time', () => {
    const { page, focusAt, receive } = openPage();
    focusAt(staleAfterMs);
    focusAt(2 * staleAfterMs - 1);
    expect(page.requests).toBe(1);
    receive();
    focusAt(3 * staleAfterMs - 2);
    expect(page.requests).toBe(2);
    focusAt(3 * staleAfterMs - 1);
    expect(page.requests).toBe(3);
  });

  it('from loading, when it comes back from the back/forward cache', () => {
    const { page, show } = openPage();
    show(false);
    expect(page).toMatchObject({ requests: 0, restarts: 0 });
    show(true);
    expect(page).toMatchObject({ requests: 0, restarts: 1 });
  });

  it('when another tab reports a change', () => {
    const { page, receive } = openPage();
    receive();
    expect(page.requests).toBe(1);
    expect(page.posted).toBe(0);
  });
});

describe('a page notifies the other tabs', () => {
  it.each<[string, readonly SessionState[], number]>([
    ['of a sign-in', [signedIn], 1],
    ['of a sign-out after a sign-in', [signedIn, signedOut], 2],
    ['of another user', [signedIn, other], 2],
    ['not of a visitor who stays signed out', [signedOut, signedOut], 0],
    ['once of a session that stays', [signedIn, signedIn, signedIn], 1],
    ['not of a session that loads', [{ status: 'loading' }], 0],
    ['not of an error', [{ status: 'error', message: 'no' }], 0],
    ['once of one around an error', [signedIn, { status: 'error', message: '' }, signedIn], 1],
  ])('%s', (_what, sessions, posted) => {
    const { page } = openPage();
    for (const session of sessions) page.setSession(session);
    expect(page.posted).toBe(posted);
  });

  it('of a change since the last page of the same tab, and of nothing else', () => {
    openPage().page.setSession(signedIn);
    const { page: second } = openPage();
    second.setSession(signedIn);
    expect(second.posted).toBe(0);
    const { page: third } = openPage();
    third.setSession(signedOut);
    expect(third.posted).toBe(1);
  });
});

it('when the browser blocks its storage a page notifies no tab, and still listens', () => {
  blockStorage('sessionStorage');
  const { page, receive, focusAt } = openPage();
  page.setSession(signedIn);
  page.setSession(signedOut);
  expect(page.posted).toBe(0);
  receive();
  focusAt(staleAfterMs);
  expect(page.requests).toBe(2);
});
