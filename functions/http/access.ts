import type { Access } from '../domain/session/credentials.ts';
import { isLive } from '../domain/session/session.ts';
import { bearerToken } from './bearer.ts';
import type { AccessTokenCaller, Refusal } from './handler.ts';
import type { Checked } from './result.ts';

/**
 * The caller whose access token a request bears. The session is looked up each time, so that whoever
 * signs out is out here as well, and not when the token expires.
 *
 * Refuses with `access_token_invalid`, or `temporarily_unavailable` while the keys can't be had.
 */
export async function resolveAccess(
  authorization: string | undefined,
  { verify, sessions }: Access,
  now: Date,
): Promise<Checked<AccessTokenCaller>> {
  const token = bearerToken(authorization);
  if (token === undefined) return { ok: false, refusal: missing };
  const verified = await verify(token, now);
  if (!verified.ok) {
    const { code: problem, detail, cause } = verified;
    return { ok: false, refusal: { problem, detail, cause } };
  }
  const session = await sessions.findById(verified.sid, now);
  if (!session || !isLive(session, now) || session.account.profile.sub !== verified.sub) {
    return { ok: false, refusal: signedOut };
  }
  return { ok: true, value: { kind: 'access-token', session, account: session.account } };
}

const missing: Refusal = {
  problem: 'access_token_invalid',
  detail: 'The Authorization header must be "Bearer", a space and an access token.',
};

const signedOut: Refusal = {
  problem: 'access_token_invalid',
  detail: 'The session of the access token has ended. Sign in, and get a new one.',
};
