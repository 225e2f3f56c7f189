import { createHash } from 'node:crypto';

/** A session token is 256 bits of randomness. */
const SESSION_TOKEN_BYTES = 32;

/** 32 bytes as base64url without padding are 43 characters, the last of which carries 4 bits. */
const sessionTokenPattern = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** A new session token, base64url; `randomBytes` is `node:crypto`'s or a test's stand-in. */
export function newSessionToken(randomBytes: (sizeBytes: number) => Uint8Array): string {
  return Buffer.from(randomBytes(SESSION_TOKEN_BYTES)).toString('base64url');
}

/** Whether a cookie's value has the form of a session token; says nothing about its session. */
export function isSessionToken(value: string): boolean {
  return sessionTokenPattern.test(value);
}

/** What the database keeps of a token: its SHA-256 as 64 hex digits, useless to who reads it. */
export function sessionTokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
