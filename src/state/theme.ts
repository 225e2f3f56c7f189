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

/**
 * Shows the theme that was chosen in another tab, or while this page lay in the browser's memory
 * or was rendered ahead. Without a choice, the theme stays what the head script made it.
 */
export function followTheme(
  root: HTMLElement,
  window: Pick<Window, 'addEventListener'>,
  storage: () => Pick<Storage, 'getItem'>,
): void {
  const follow = () => {
    const chosen = storedTheme(storage);
    if (chosen === 'light' || chosen === 'dark') root.dataset.theme = chosen;
  };
  window.addEventListener('storage', follow);
  window.addEventListener('pageshow', follow);
  follow();
}

function storedTheme(storage: () => Pick<Storage, 'getItem'>): string | null {
  try {
    return storage().getItem(themeKey);
  } catch {
    return null;
  }
}
