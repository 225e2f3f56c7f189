import { afterEach, expect, it, vi } from 'vitest';
import { storedText } from '../../../../../src/client/browser-storage.ts';
import {
  followTheme,
  parseTheme,
  themeKey,
  toggleTheme,
} from '../../../../../src/client/state/theme.ts';
import { blockStorage, stubStorage } from '../../../../support/browser-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const storedTheme = storedText(() => localStorage, themeKey, parseTheme);

const rootWith = (theme: string) => ({ dataset: { theme } }) as unknown as HTMLElement;

it.each([
  ['light', 'dark'],
  ['dark', 'light'],
])('switches %s to %s, and stores it', (from, to) => {
  const texts = stubStorage('localStorage');
  const root = rootWith(from);
  toggleTheme(root, storedTheme);
  expect(root.dataset.theme).toBe(to);
  expect(texts.get(themeKey)).toBe(to);
});

it('switches when the browser blocks its storage', () => {
  blockStorage('localStorage');
  const root = rootWith('light');
  toggleTheme(root, storedTheme);
  expect(root.dataset.theme).toBe('dark');
});

/** A page that follows the stored theme, with the events that change it. */
function followingPage(theme: string) {
  const root = rootWith(theme);
  const events = new EventTarget();
  const system = new EventTarget();
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events));
  vi.stubGlobal('matchMedia', () => system);
  followTheme(root, storedTheme);
  return { root, events, system };
}

it.each(['storage', 'pageshow'])('applies the choice of another tab at %s', (event) => {
  const texts = stubStorage('localStorage', { theme: 'light' });
  const { root, events } = followingPage('light');
  texts.set('theme', 'dark');
  events.dispatchEvent(new Event(event));
  expect(root.dataset.theme).toBe('dark');
});

it('applies a choice that was made while the page was prerendered', () => {
  stubStorage('localStorage', { theme: 'dark' });
  expect(followingPage('light').root.dataset.theme).toBe('dark');
});

it.each([{}, { theme: 'purple' }, { theme: '' }])('with %j stored, the theme stays', (stored) => {
  stubStorage('localStorage', stored);
  expect(followingPage('dark').root.dataset.theme).toBe('dark');
});

it.each([
  [{}, true, 'dark'],
  [{}, false, 'light'],
  [{ theme: 'light' }, true, 'light'],
])('with %j stored, a system that changes to dark = %j leaves it %s', (stored, matches, theme) => {
  stubStorage('localStorage', stored);
  const { root, system } = followingPage('light');
  system.dispatchEvent(Object.assign(new Event('change'), { matches }));
  expect(root.dataset.theme).toBe(theme);
});
