import { profilePath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';

/** How long the answer may take, in milliseconds: longer than API Gateway's own limit of 29 s. */
const timeoutMs = 31_000;

/**
 * Asks who is signed in (specification, section 7). It runs at the start of every page, so the
 * schema of the answer is fetched only when there is an answer to check.
 * @returns the user, or `undefined` when nobody is signed in.
 * @throws an Error with the specification's message when the answer is not ok, is not a user, or
 *   does not come.
 */
export async function fetchUser(): Promise<User | undefined> {
  try {
    const answer = await fetch(profilePath, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status === 204 || answer.status === 401) return undefined;
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const [{ userSchema }, body] = await Promise.all([
      import('../../contract/user.ts'),
      answer.json(),
    ]);
    return userSchema.parse(body);
  } catch (cause) {
    throw new Error(`The request to ${profilePath} failed`, { cause });
  }
}
