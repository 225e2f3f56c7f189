import type { StoredText } from '../browser-storage.ts';

/** The key under which the browser stores the visitor's choice between light and dark. */
export const themeKey = 'theme';

export type Theme = 'light' | 'dark';

/** Returns a stored text if it is a theme. */
export function parseTheme(text: string): Theme | undefined {
  return text === 'light' || text === 'dark' ? text : undefined;
}

/** Switches `<html data-theme>` and stores the choice. Other tabs follow the storage. */
export function toggleTheme(root: HTMLElement, stored: StoredText<Theme>): void {
  const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = next;
  stored.write(next);
}

/** Applies a theme that was chosen elsewhere meanwhile; without one the page follows the system. */
export function followTheme(root: HTMLElement, stored: StoredText<Theme>): void {
  const follow = () => {
    root.dataset.theme = stored.read() ?? root.dataset.theme;
  };
  addEventListener('storage', follow);
  addEventListener('pageshow', follow);
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', ({ matches }) => {
    root.dataset.theme = stored.read() ?? (matches ? 'dark' : 'light');
  });
  follow();
}
