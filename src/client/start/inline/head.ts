import { hintCookie } from '../../../contract/session.ts';
import { themeKey } from '../../state/theme.ts';

/*
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes while
 * the visitor looks. It sets `data-theme` from the stored choice or the system's theme, and
 * `data-session="expected"` when the hint cookie says that a session may exist. It also suppresses
 * the error of a view transition that cannot run, for instance when a phone is rotated meanwhile. A
 * listener of `pagereveal` is not enough: Chromium may end a transition before any script gets it.
 * It reads the storage by itself, because it stands in every page and each byte counts.
 * Source: CSS View Transitions Level 2, section 5, "Cross-document view transitions".
 */
const root = document.documentElement;

root.dataset.theme = storedTheme() ?? systemTheme();
if (document.cookie.split('; ').includes(`${hintCookie.name}=${hintCookie.value}`)) {
  root.dataset.session = 'expected';
}
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});

function storedTheme(): string | undefined {
  try {
    const theme = localStorage.getItem(themeKey);
    return theme === 'dark' || theme === 'light' ? theme : undefined;
  } catch {
    // Storage is blocked: the page gets the system's theme.
    return undefined;
  }
}

function systemTheme(): string {
  return matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
}
