import { guardedPaths, signInPath } from '../../contract/session.ts';
import { storedText } from '../browser-storage.ts';
import type { SessionState } from './session-store.ts';

/** Holds the `sub` of the user who dismissed the warning of a low balance. */
export const dismissedWarning = storedText(
  () => localStorage,
  'lowBalancePutAway',
  (text) => text,
);

/** Holds the `sub` of the user for whom this tab keeps drafts and pending payments. */
const lastUser = storedText(
  () => sessionStorage,
  'user',
  (text) => text,
);

/**
 * Removes what the browser keeps of a user who has signed out, or for whom another one has signed in.
 * On a guarded page and in the ceremony the session may only have expired: whoever signs in again
 * finds what they typed. The header `Clear-Site-Data` could not spare the theme and the saved posts.
 *
 * @param path the page's path
 */
export function forgetFormerUser(session: SessionState, path: string): void {
  if (session.status !== 'signed-in' && session.status !== 'signed-out') return;
  const sub = session.status === 'signed-in' ? session.user.sub : '';
  const mayContinue = [signInPath, ...guardedPaths].some((guarded) => path.endsWith(guarded));
  const former = lastUser.read() ?? '';
  if (former === sub || (sub === '' && mayContinue)) return;
  if (former !== '') {
    sessionStorage.clear();
    if (dismissedWarning.read() === former) dismissedWarning.write('');
  }
  if (sub !== '') lastUser.write(sub);
}
