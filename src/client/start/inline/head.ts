import { requestProfile } from '../../api/fetch-user.ts';
import { hasHint, suppliedUserKey } from '../../auth/supplied-user.ts';
import { parseTheme, themeKey } from '../../state/theme.ts';

/*
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes while
 * the visitor looks. It sets `data-theme` from the stored choice or the system's theme, and
 * `data-session="expected"` when the hint cookie says that a session may exist. It then asks for the
 * session at once, unless the sign-in page supplied the user, or the page is prerendered. On the
 * first page of a visit it sets `data-early`: nothing else is fetched before the first paint. It suppresses
 * the error of a view transition that cannot run, for instance when a phone is rotated meanwhile. A
 * listener of `pagereveal` is not enough: Chromium may end a transition before any script gets it.
 * It reads the storage by itself, because it stands in every page and each byte counts.
 * Source: CSS View Transitions Level 2, section 5, "Cross-document view transitions".
 */
const root = document.documentElement;

root.dataset.theme = parseTheme(stored(() => localStorage, themeKey)) ?? systemTheme();
const { prerendering, referrer } = document;
if (!prerendering && !referrer.startsWith(location.origin)) root.dataset.early = 'page';
if (hasHint()) {
  root.dataset.session = 'expected';
  if (!prerendering && !stored(() => sessionStorage, suppliedUserKey)) {
    globalThis.profileReply = requestProfile().catch(() => undefined);
  }
}
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});

function stored(storage: () => Storage, key: string): string {
  try {
    return storage().getItem(key) ?? '';
  } catch {
    // Storage is blocked: the page gets the system's theme, and no user.
    return '';
  }
}

function systemTheme(): string {
  return matchMedia('(prefers-color-scheme:dark)').matches ? 'dark' : 'light';
}
