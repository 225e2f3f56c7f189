import { profilePath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';

/** How long the reply may take, in milliseconds: longer than API Gateway's own limit of 29 s. */
const timeoutMs = 31_000;

/**
 * Fetches the user who is signed in (specification, section 7). It runs when every page starts, so
 * the schema is only loaded when there is a reply to check.
 * @returns the user, or `undefined` when nobody is signed in.
 * @throws an Error with the specification's message when there is no valid reply.
 */
export async function fetchUser(): Promise<User | undefined> {
  try {
    const reply = await fetch(profilePath, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (reply.status === 204 || reply.status === 401) return undefined;
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const [{ userSchema }, body] = await Promise.all([
      import('../../contract/user.ts'),
      reply.json(),
    ]);
    return userSchema.parse(body);
  } catch (cause) {
    throw new Error(`The request to ${profilePath} failed`, { cause });
  }
}
