import type { ServiceScope } from '../../../src/contract/route.ts';
import type { SessionsById } from './session.ts';

/** The session that an access token names, and its user. */
export interface AccessTokenSubject {
  readonly sub: string;
  readonly sid: string;
}

/** Makes an access token that is issued at `now`: a JWT (RFC 9068). */
export type AccessTokenSigner = (subject: AccessTokenSubject, now: Date) => Promise<string>;

export type VerifiedAccessToken =
  | ({ readonly ok: true } & AccessTokenSubject)
  | {
      readonly ok: false;
      readonly code: 'access_token_invalid' | 'temporarily_unavailable';
      readonly detail: string;
      /** The error, for the log alone. */
      readonly cause?: unknown;
    };

/** Verifies an access token at `now`. It returns a refusal for a bad token and never throws for it. */
export type AccessTokenVerifier = (token: string, now: Date) => Promise<VerifiedAccessToken>;

export interface Access {
  readonly verify: AccessTokenVerifier;
  readonly sessions: SessionsById;
}

export interface ServiceKey {
  readonly id: string;
  /** The name that the entries show as their actor. */
  readonly name: string;
  readonly scopes: readonly ServiceScope[];
}

export interface ServiceKeyStore {
  /** Finds a key by its SHA-256; undefined when there is none, or it was revoked. */
  find(keyHash: string): Promise<ServiceKey | undefined>;
}
