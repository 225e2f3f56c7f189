import type { Caller } from '../../src/contract/route.ts';

/** The credentials of a Bearer header (RFC 6750, section 2.1: `b64token`). */
const bearer = /^Bearer +([\w.~+/-]+=*)$/i;

/** The token in an Authorization header; nothing when there is no header or it is not Bearer. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return bearer.exec(authorization ?? '')?.[1];
}

/**
 * The challenge that a 401 must name (RFC 9110, section 15.5.2); nothing for cookies, which have no
 * scheme. Only routes that take a token name Bearer (RFC 6750, section 3). A caller who sent no
 * token, or another scheme, made no error (section 3.1).
 * @param caller the caller that the matched route allows; absent when no route matches
 * @param authorization the header of the refused call
 */
export function challengeFor(caller: Caller | undefined, authorization = ''): string | undefined {
  if (caller === undefined || !takesBearer.has(caller)) return undefined;
  return /^bearer\b/i.test(authorization) ? 'Bearer error="invalid_token"' : 'Bearer';
}

const takesBearer: ReadonlySet<Caller> = new Set([
  'access-token',
  'access-token-or-key',
  'id-token-or-session',
  'personal-key',
  'service-key',
]);
