import type { Caller } from '../../src/contract/route.ts';
import type { SessionStore } from '../domain/session/session.ts';
import { bearerToken } from './bearer.ts';
import type { SessionCookie } from './cookies.ts';
import type { IdTokenCaller, SessionCaller } from './handler.ts';
import type { Checked } from './result.ts';
import { findSession } from './session.ts';

/**
 * Who calls, as far as a route wants to know: by the session's cookie or, where the route takes
 * one, by an ID token. Who presents a token is judged by the token, never by a cookie as well.
 *
 * Refuses with `session_required` or, for an Authorization header that isn't Bearer,
 * `token_invalid`.
 */
export async function resolveCaller(
  wanted: Extract<Caller, 'session' | 'id-token-or-session'>,
  credentials: { readonly authorization: string | undefined; readonly cookie: SessionCookie },
  sessions: SessionStore,
  now: Date,
): Promise<Checked<SessionCaller | IdTokenCaller>> {
  if (wanted === 'id-token-or-session' && credentials.authorization !== undefined) {
    return idTokenCaller(credentials.authorization);
  }
  const session = await findSession(credentials.cookie, sessions, now);
  if (session) return { ok: true, value: { kind: 'session', session, account: session.account } };
  const detail = 'There is no live session: sign in, and call again.';
  return { ok: false, refusal: { problem: 'session_required', detail } };
}

function idTokenCaller(authorization: string): Checked<IdTokenCaller> {
  const idToken = bearerToken(authorization);
  if (idToken !== undefined) return { ok: true, value: { kind: 'id-token', idToken } };
  const detail = 'The Authorization header must be "Bearer", a space and one ID token.';
  return { ok: false, refusal: { problem: 'token_invalid', detail } };
}
