import { expect, it } from 'vitest';
import { followTheme, themeKey, toggleTheme } from '../../../../../src/client/state/theme.ts';

/** The two things that the switch touches, without a browser. */
function page(theme: string) {
  const root = { dataset: { theme } } as unknown as HTMLElement;
  const stored = new Map<string, string>();
  const storage = { setItem: (key: string, value: string) => stored.set(key, value) };
  return { root, stored, storage: () => storage as unknown as Storage };
}

it.each([
  ['light', 'dark'],
  ['dark', 'light'],
])('switches %s to %s and remembers it', (from, to) => {
  const { root, stored, storage } = page(from);
  toggleTheme(root, storage);
  expect(root.dataset.theme).toBe(to);
  expect(stored.get(themeKey)).toBe(to);
});

it('switches where the browser refuses storage', () => {
  const { root } = page('light');
  toggleTheme(root, () => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(root.dataset.theme).toBe('dark');
});

/** A page that follows the stored theme, and what another tab does to it. */
function followingPage(theme: string, stored: () => string | null) {
  const root = { dataset: { theme } } as unknown as HTMLElement;
  const events = new EventTarget();
  const system = new EventTarget();
  const window = Object.assign(events, { matchMedia: () => system });
  followTheme(root, window as unknown as Window, () => ({ getItem: stored }));
  return { root, events, system };
}

it.each(['storage', 'pageshow'])('takes up the choice of another tab at %s', (event) => {
  let stored = 'light';
  const { root, events } = followingPage('light', () => stored);
  stored = 'dark';
  events.dispatchEvent(new Event(event));
  expect(root.dataset.theme).toBe('dark');
});

it('takes up a choice that was made while the page was rendered ahead', () => {
  expect(followingPage('light', () => 'dark').root.dataset.theme).toBe('dark');
});

it.each([null, 'purple', ''])('with %j stored, the theme stays', (stored) => {
  expect(followingPage('dark', () => stored).root.dataset.theme).toBe('dark');
});

it('the theme stays where the browser refuses storage', () => {
  const { root } = followingPage('dark', () => {
    throw new DOMException('denied', 'SecurityError');
  });
  expect(root.dataset.theme).toBe('dark');
});

it.each([
  [null, true, 'dark'],
  [null, false, 'light'],
  ['light', true, 'light'],
])('with %j stored, a system that changes to dark = %j leaves it %s', (stored, matches, theme) => {
  const { root, system } = followingPage('light', () => stored);
  system.dispatchEvent(Object.assign(new Event('change'), { matches }));
  expect(root.dataset.theme).toBe(theme);
});
