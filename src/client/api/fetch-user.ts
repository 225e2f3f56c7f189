import { isUser } from '../../contract/schemaless.ts';
import { profilePath } from '../../contract/session.ts';
import type { User } from '../../contract/user.ts';

/** How long the reply may take, in milliseconds: longer than API Gateway's own limit of 29 s. */
const timeoutMs = 31_000;

declare global {
  /** The reply that the head script has asked for; `undefined` when none came. */
  var profileReply: Promise<Response | undefined> | undefined;
}

/** Asks for the session. */
export function requestProfile(): Promise<Response> {
  return fetch(profilePath, {
    headers: { accept: 'application/json' },
    signal: AbortSignal.timeout(timeoutMs),
  });
}

/**
 * Fetches the user who is signed in (specification, section 7).
 * @param early a reply that was asked for before
 * @returns the user, or `undefined` when nobody is signed in.
 * @throws an Error with the specification's message when there is no valid reply.
 */
export async function fetchUser(early?: typeof profileReply): Promise<User | undefined> {
  try {
    const reply = (await early) ?? (await requestProfile());
    if (reply.status === 204 || reply.status === 401) return undefined;
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    const body: unknown = await reply.json();
    if (!isUser(body)) throw new Error('no user');
    return body;
  } catch (cause) {
    throw new Error(`The request to ${profilePath} failed`, { cause });
  }
}
