import { requestProfile } from '../../api/fetch-user.ts';
import { hasHint, suppliedUserKey } from '../../auth/supplied-user.ts';
import { themeKey } from '../../state/theme.ts';

/*
 * Runs in the head before the first paint, so that neither the theme nor the top bar changes while the
 * visitor looks. It sets `data-theme` from the stored choice or the system's theme, and
 * `data-session="expected"` when the hint cookie says that a session may exist. It then asks for the
 * session at once, unless the sign-in page supplied the user, or the page is prerendered. It suppresses
 * the error of a view transition that cannot run, for instance when a phone is rotated meanwhile. A
 * listener of `pagereveal` is not enough: Chromium may end a transition before any script gets it.
 * It reads the storage by itself, because each byte of every page counts.
 * Source: CSS View Transitions Level 2, section 5, "Cross-document view transitions".
 */
const root = document.documentElement;

const theme = stored(() => localStorage, themeKey);
const isDark =
  theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme:dark)').matches);
root.dataset.theme = isDark ? 'dark' : 'light';
if (hasHint()) {
  root.dataset.session = 'expected';
  if (!document.prerendering && !stored(() => sessionStorage, suppliedUserKey)) {
    globalThis.profileReply = requestProfile().catch(() => undefined);
  }
}
addEventListener('unhandledrejection', (event) => {
  const { reason } = event;
  if (reason instanceof DOMException && /transition/i.test(reason.message)) event.preventDefault();
});

/** Returns the stored text, or nothing where the browser blocks the storage. */
function stored(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key);
  } catch {
    return null;
  }
}
