import { guardedPaths } from '../../contract/sign-in.ts';
import { reauthentication } from '../auth/reauthentication.ts';
import { storedText } from '../browser-storage.ts';

/** Holds the `sub` of the user who dismissed the warning of a low balance. */
export const dismissedWarning = storedText(() => localStorage, 'lowBalancePutAway', String);

/** Holds the `sub` of the user for whom this tab keeps drafts and pending payments. */
const lastUser = inTab('user');

/** `session-sync.ts` compares who this names, to tell the other tabs of a change. */
const known = inTab('session');

/** Removes what the tab keeps of another user, when a user's page starts. */
export function keepFor(sub: string): void {
  const former = lastUser.read() ?? '';
  if (former === sub) return;
  if (former !== '') forgetUser();
  lastUser.write(sub);
}

/** Removes what the browser keeps of its user, but not theme and saved posts; the next sign-in asks. */
export function forgetUser(): void {
  const user = lastUser.read() ?? '';
  if (user === '') return;
  reauthentication.write('required');
  const who = known.read() ?? '';
  sessionStorage.clear();
  known.write(who === user ? 'former' : who);
  if (dismissedWarning.read() === user) dismissedWarning.write('');
}

/** Forgets a user whose session is over. On a guarded page it may only have expired. */
export function forgetEnded(path: string): void {
  if (!guardedPaths.some((guarded) => path.endsWith(guarded))) forgetUser();
}

function inTab(key: string) {
  return storedText(() => sessionStorage, key, String);
}
