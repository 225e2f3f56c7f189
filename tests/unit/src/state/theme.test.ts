import { expect, it } from 'vitest';
import { themeKey, toggleTheme } from '../../../../src/state/theme.ts';

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
