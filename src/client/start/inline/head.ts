import { requestProfile } from '../../api/fetch-user.ts';
import { hasHint, suppliedUserKey } from '../../auth/supplied-user.ts';
import { hasCookie } from '../../browser-storage.ts';
import { themeKey } from '../../state/theme.ts';

/*
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes while the
 * visitor looks. It sets `data-theme` from the cookie with the choice or the system's theme, and
 * `data-session="expected"` when the hint cookie says that a session may exist. It then asks for the
 * session at once, unless the sign-in page supplied the user, or the page is prerendered. On the first
 * page of a visit it sets `data-early`: before the first paint nothing else is fetched, and what lies
 * far down is not laid out. A page that the browser opens further down is shown whole. It suppresses the
 * error of a view transition that cannot run, for instance when a phone is rotated meanwhile. A
 * listener of `pagereveal` is not enough: Chromium may end a transition before any script gets it.
 * It reads the storage by itself, because each byte of every page counts, and only with the hint
 * cookie, because the page waits for the disk then.
 * Source: CSS View Transitions Level 2, section 5, "Cross-document view transitions".
 */
const root = document.documentElement;

const isDark =
  hasCookie(themeKey, 'dark') ||
  (!hasCookie(themeKey, 'light') && matchMedia('(prefers-color-scheme:dark)').matches);
root.dataset.theme = isDark ? 'dark' : 'light';
const { prerendering, referrer } = document;
const [navigation = {}] = performance.getEntriesByType('navigation');
const isNew = 'type' in navigation && navigation.type === 'navigate';
if (isNew && !prerendering && !location.hash && !referrer.startsWith(location.origin)) {
  root.dataset.early = 'page';
}
if (hasHint()) {
  root.dataset.session = 'expected';
  if (!prerendering && !isSupplied()) {
    globalThis.profileReply = requestProfile().catch(() => undefined);
  }
}
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});

function isSupplied(): boolean {
  try {
    return !!sessionStorage.getItem(suppliedUserKey);
  } catch {
    return false; // Storage is blocked: the page gets no user.
  }
}
