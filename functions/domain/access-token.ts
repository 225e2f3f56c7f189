import type { SessionsById } from './session-store.ts';

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
