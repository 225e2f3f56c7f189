import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetEnded, forgetUser, keepFor } from '../../../../../src/client/state/former-user.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

let tab: Map<string, string>;
let browser: Map<string, string>;

beforeEach(() => {
  tab = stubStorage('sessionStorage');
  browser = stubStorage('localStorage', { theme: 'dark' });
  keepFor('ann');
  tab.set('session', 'ann');
  tab.set('flow social-card', '{"sub":"ann","draft":{"title":"MY SECRET DRAFT"}}');
  browser.set('lowBalancePutAway', 'ann');
});

afterEach(() => vi.unstubAllGlobals());

const all = () => JSON.stringify([...tab, ...browser]);

test('nothing of a user is left in the browser after they sign out', () => {
  forgetUser();
  expect(all()).not.toMatch(/ann|SECRET/);
  expect(browser.get('theme')).toBe('dark');
  expect(browser.get('sign-in-anew')).toBe('required');
  // The next page of the tab tells the others of the change.
  expect(tab.get('session')).toBe('former');
});

test('nothing of a user is left in the browser when another one signs in', () => {
  keepFor('bob');
  expect(all()).not.toMatch(/ann|SECRET/);
  expect(tab.get('user')).toBe('bob');
});

test('the same user finds what they typed', () => {
  keepFor('ann');
  expect(all()).toContain('SECRET');
});

test.each([
  ['/flows/', true],
  ['/zh/account/', true],
  ['/', false],
  ['/pricing/', false],
])('on %s, what was typed outlives a session that ended elsewhere: %s', (path, isKept) => {
  forgetEnded(path);
  expect(all().includes('SECRET')).toBe(isKept);
});

test('a browser that blocks its storage is no error', () => {
  blockStorage('sessionStorage');
  expect(() => {
    keepFor('bob');
    forgetUser();
  }).not.toThrow();
});
