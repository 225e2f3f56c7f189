import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetFormerUser } from '../../../../../src/client/state/former-user.ts';
import type { SessionState } from '../../../../../src/client/state/session-store.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

const signedOut: SessionState = { status: 'signed-out' };
const signedIn = (sub: string): SessionState => ({
  status: 'signed-in',
  user: { sub, app_metadata: { credits: 25 } },
});

let tab: Map<string, string>;
let browser: Map<string, string>;

beforeEach(() => {
  tab = stubStorage('sessionStorage');
  browser = stubStorage('localStorage', { theme: 'dark' });
  forgetFormerUser(signedIn('ann'), '/flows/');
  tab.set('flow social-card', '{"sub":"ann","draft":{"title":"MY SECRET DRAFT"}}');
  browser.set('lowBalancePutAway', 'ann');
});

afterEach(() => vi.unstubAllGlobals());

const all = () => JSON.stringify([...tab, ...browser]);

test('nothing of a user is left in the browser after they sign out', () => {
  forgetFormerUser(signedOut, '/');
  expect(all()).not.toMatch(/ann|SECRET/);
  expect(browser.get('theme')).toBe('dark');
});

test('nothing of a user is left in the browser when another one signs in', () => {
  forgetFormerUser(signedIn('bob'), '/flows/');
  expect(all()).not.toMatch(/ann|SECRET/);
  expect(all()).toContain('bob');
});

test.each(['/flows/', '/zh/account/', '/signin/', '/zh/signin/'])(
  'on %s the session may have expired, and what was typed stays for its user',
  (path) => {
    forgetFormerUser(signedOut, path);
    expect(all()).toContain('SECRET');
    forgetFormerUser(signedIn('ann'), '/flows/');
    expect(all()).toContain('SECRET');
  },
);

test.each<SessionState>([{ status: 'loading' }, { status: 'error', message: 'no' }])(
  'a session that is %o forgets nobody',
  (session) => {
    forgetFormerUser(session, '/');
    expect(all()).toContain('SECRET');
  },
);

test('a visitor who was never signed in keeps what the tab holds', () => {
  tab.delete('user');
  tab.set('sign-in-destination', '/pricing/');
  forgetFormerUser(signedOut, '/');
  expect(tab.get('sign-in-destination')).toBe('/pricing/');
});

test('a browser that blocks its storage is no error', () => {
  blockStorage('sessionStorage');
  forgetFormerUser(signedIn('bob'), '/');
  forgetFormerUser(signedOut, '/');
});
