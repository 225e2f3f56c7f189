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
 * or was rendered ahead. Without a choice, the theme is what the head script made it, until the
 * system changes its own, as many do at dusk.
 */
export function followTheme(
  root: HTMLElement,
  window: Pick<Window, 'addEventListener' | 'matchMedia'>,
  storage: () => Pick<Storage, 'getItem'>,
): void {
  const follow = () => {
    const chosen = storedTheme(storage);
    if (chosen) root.dataset.theme = chosen;
  };
  window.addEventListener('storage', follow);
  window.addEventListener('pageshow', follow);
  window.matchMedia('(prefers-color-scheme:dark)').addEventListener('change', ({ matches }) => {
    root.dataset.theme = storedTheme(storage) ?? (matches ? 'dark' : 'light');
  });
  follow();
}

/** The visitor's choice; nothing else that lies there counts. */
function storedTheme(storage: () => Pick<Storage, 'getItem'>): string | undefined {
  try {
    const stored = storage().getItem(themeKey);
    return stored === 'light' || stored === 'dark' ? stored : undefined;
  } catch {
    return undefined;
  }
}
