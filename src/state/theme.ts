/** The key under which the browser keeps the visitor's choice between light and dark. */
export const themeKey = 'theme';

/** Switches `<html data-theme>` and remembers the choice; without storage it lasts for the page. */
export function toggleTheme(root: HTMLElement, storage: () => Storage): void {
  const next = root.dataset.theme === 'dark' ? 'light' : 'dark';
  root.dataset.theme = next;
  try {
    storage().setItem(themeKey, next);
  } catch {
    // Storage is blocked: the choice still holds on this page.
  }
}
