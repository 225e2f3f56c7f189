import { hintCookie } from '../../src/contract/session.ts';
import { isSessionToken, sessionTokenHash } from './session-token.ts';

/** What the cookies of a request say about a session, before the database is asked. */
export type SessionCookie =
  | { readonly kind: 'absent' }
  /** Present, but malformed, too long or sent twice: nobody's session. */
  | { readonly kind: 'unusable' }
  | { readonly kind: 'token'; readonly tokenHash: string };

/** A session that begins with a reply: the raw token goes into the cookie and nowhere else. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Longest cookie pair that is looked at, in characters; ours have 58 at most. */
const MAX_COOKIE_LENGTH = 200;

/**
 * The session cookie's name. The `__Host-` prefix lets no other host of the domain set it
 * (RFC 6265bis, section 4.1.3.2), but needs Secure, which plain http on localhost cannot have.
 */
export function sessionCookieName(siteOrigin: string): '__Host-session' | 'session' {
  return siteOrigin.startsWith('https:') ? '__Host-session' : 'session';
}

/** Finds the session cookie among `name=value` pairs, as API Gateway's `cookies` lists them. */
export function readSessionCookie(cookies: readonly string[], siteOrigin: string): SessionCookie {
  const prefix = `${sessionCookieName(siteOrigin)}=`;
  const found = cookies.map((pair) => pair.trim()).filter((pair) => pair.startsWith(prefix));
  const [pair, second] = found;
  if (pair === undefined) return { kind: 'absent' };
  if (second !== undefined || pair.length > MAX_COOKIE_LENGTH) return { kind: 'unusable' };
  const token = pair.slice(prefix.length);
  if (!isSessionToken(token)) return { kind: 'unusable' };
  return { kind: 'token', tokenHash: sessionTokenHash(token) };
}

/** The `Set-Cookie` values that begin a session: the session cookie and the readable hint. */
export function beginSession(session: NewSession, siteOrigin: string, now: Date): string[] {
  const maxAgeSeconds = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1_000);
  return bothCookies(session.token, hintCookie.value, maxAgeSeconds, siteOrigin);
}

/** The `Set-Cookie` values that clear both cookies; a browser matches them by the attributes. */
export function clearSession(siteOrigin: string): string[] {
  return bothCookies('', '', 0, siteOrigin);
}

function bothCookies(
  token: string,
  hint: string,
  maxAgeSeconds: number,
  siteOrigin: string,
): string[] {
  const secure = siteOrigin.startsWith('https:') ? '; Secure' : '';
  const attributes = `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
  return [
    `${sessionCookieName(siteOrigin)}=${token}; ${attributes}; HttpOnly`,
    `${hintCookie.name}=${hint}; ${attributes}`,
  ];
}
