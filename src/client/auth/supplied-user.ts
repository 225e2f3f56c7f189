import { isRecord, isUser } from '../../contract/schemaless.ts';
import { hintCookie } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';
import { hasCookie, storedText } from '../browser-storage.ts';

/** The key under which this tab stores the user between two pages. */
export const suppliedUserKey = 'supplied-user';

/** How long a supplied user counts, in milliseconds: the next page opens at once, or never. */
const maxAgeMs = 60_000;

const storedUser = /* @__PURE__ */ storedText(
  () => sessionStorage,
  suppliedUserKey,
  (text): unknown => JSON.parse(text),
);

/** The user that the sign-in page supplied, once. A sign-out clears the hint, and so that user. */
export function takeSuppliedUser(): User | undefined {
  const supplied = storedUser.read();
  storedUser.write('');
  if (!isRecord(supplied) || !hasHint()) return undefined;
  const ageMs = Date.now() - Number(supplied.atMs);
  return ageMs >= 0 && ageMs < maxAgeMs && isUser(supplied.user) ? supplied.user : undefined;
}

/** Whether the browser has the cookie that says that a session may exist. */
export function hasHint(): boolean {
  return hasCookie(hintCookie.name, hintCookie.value);
}
