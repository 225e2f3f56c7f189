import { hintCookie } from '../../../contract/session.ts';
import { themeKey } from '../../state/theme.ts';

/*
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes under
 * the visitor's eyes: it sets `data-theme` from the stored choice or the system's, and
 * `data-session="expected"` when the hint cookie says that a session may exist. And it keeps a
 * transition from page to page that cannot run, as when a phone is turned meanwhile, from being
 * reported as an error: the page then stands there without it. A listener of `pagereveal` is not
 * enough, because Chromium may end a transition that no script has been given yet.
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
    // The browser refuses the storage; the system's theme is a good one too.
    return undefined;
  }
}

function systemTheme(): string {
  return matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
}
