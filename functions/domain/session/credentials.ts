import type { ServiceScope } from '../../../src/contract/service-keys.ts';
import type { SessionsById } from './session.ts';

/** Whom an access token names: a session and the user whose it is. */
export interface AccessTokenSubject {
  readonly sub: string;
  /** The id of the session that the token was made for. */
  readonly sid: string;
}

/** Makes an access token at a time: a JWT (RFC 9068). */
export type AccessTokenSigner = (subject: AccessTokenSubject, now: Date) => Promise<string>;

export type VerifiedAccessToken =
  | ({ readonly ok: true } & AccessTokenSubject)
  | {
      readonly ok: false;
      readonly code: 'access_token_invalid' | 'temporarily_unavailable';
      readonly detail: string;
      /** What went wrong, for the log alone. */
      readonly cause?: unknown;
    };

/** Verifies an access token at a time; a bad token is a value, never an exception. */
export type AccessTokenVerifier = (token: string, now: Date) => Promise<VerifiedAccessToken>;

/** What it takes to know a caller by an access token. */
export interface Access {
  readonly verify: AccessTokenVerifier;
  readonly sessions: SessionsById;
}

/** A service that calls with a key of its own. */
export interface ServiceKey {
  readonly id: string;
  /** What the entries say of who caused them. */
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

export interface ServiceKeyStore {
  /** The key with that SHA-256, unless there is none or it was revoked. */
  find(keyHash: string): Promise<ServiceKey | undefined>;
}
