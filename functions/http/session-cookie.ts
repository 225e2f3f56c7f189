import { createHash } from 'node:crypto';
import { hintCookie, sessionCookieName } from '../../src/contract/session.ts';

/** The session that the cookies of a request name, before any query. */
export type SessionCookie =
  | { readonly kind: 'absent' }
  /** Present, but malformed, too long or sent twice: nobody's session, though it may name some. */
  | { readonly kind: 'unusable'; readonly tokenHashes: readonly string[] }
  | { readonly kind: 'token'; readonly tokenHash: string };

/** A session that begins with a reply: the raw token goes into the cookie and nowhere else. */
export interface NewSession {
  readonly token: string;
  readonly expiresAt: Date;
}

/** Longest cookie pair that is read, in characters; ours have 58 at most. */
const MAX_COOKIE_LENGTH = 200;

/** How many sessions the cookies of one request can name; an honest browser sends one. */
const MAX_NAMED_SESSIONS = 4;

/** A session token is 256 bits of randomness. */
const SESSION_TOKEN_BYTES = 32;

/** 32 bytes as base64url without padding are 43 characters, the last of which carries 4 bits. */
const sessionTokenPattern = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** The session cookie of a `Cookie` header. A repeated one is not trusted: one is planted. */
export function readSessionCookie(cookies: readonly string[], siteOrigin: string): SessionCookie {
  const prefix = `${sessionCookieName(siteOrigin)}=`;
  const found = cookies.map((pair) => pair.trim()).filter((pair) => pair.startsWith(prefix));
  if (found.length === 0) return { kind: 'absent' };
  const tokens = found
    .filter((pair) => pair.length <= MAX_COOKIE_LENGTH)
    .map((pair) => pair.slice(prefix.length))
    .filter(isSessionToken);
  const tokenHashes = [...new Set(tokens)].slice(0, MAX_NAMED_SESSIONS).map(sessionTokenHash);
  const [tokenHash] = tokenHashes;
  if (found.length > 1 || tokenHash === undefined) return { kind: 'unusable', tokenHashes };
  return { kind: 'token', tokenHash };
}

/** The hashes of all sessions that a cookie names, for a caller that ends them. */
export function namedSessions(cookie: SessionCookie): readonly string[] {
  if (cookie.kind === 'absent') return [];
  return cookie.kind === 'token' ? [cookie.tokenHash] : cookie.tokenHashes;
}

/** The `Set-Cookie` values that begin a session: the session cookie and the readable hint. */
export function beginSession(session: NewSession, siteOrigin: string, now: Date): string[] {
  const maxAgeSeconds = Math.floor((session.expiresAt.getTime() - now.getTime()) / 1_000);
  const attributes = attributesOf(siteOrigin, maxAgeSeconds);
  return [
    `${sessionCookieName(siteOrigin)}=${session.token}; ${attributes}; HttpOnly`,
    `${hintCookie.name}=${hintCookie.value}; ${attributes}`,
  ];
}

/** The `Set-Cookie` values that clear both cookies; a browser matches them by the attributes. */
export function clearSession(siteOrigin: string): string[] {
  const attributes = attributesOf(siteOrigin, 0);
  return [`${sessionCookieName(siteOrigin)}=; ${attributes}; HttpOnly`, ...clearHint(siteOrigin)];
}

export function clearHint(siteOrigin: string): string[] {
  return [`${hintCookie.name}=; ${attributesOf(siteOrigin, 0)}`];
}

function attributesOf(siteOrigin: string, maxAgeSeconds: number): string {
  const secure = siteOrigin.startsWith('https:') ? '; Secure' : '';
  return `Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`;
}

/** A new session token, base64url; `randomBytes` is `node:crypto`'s or a test's stand-in. */
export function newSessionToken(randomBytes: (sizeBytes: number) => Uint8Array): string {
  return Buffer.from(randomBytes(SESSION_TOKEN_BYTES)).toString('base64url');
}

export function isSessionToken(value: string): boolean {
  return sessionTokenPattern.test(value);
}

/**
 * The stored form of a token: its SHA-256 as 64 hex digits, useless to a reader of the database.
 */
export function sessionTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
