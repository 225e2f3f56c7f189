import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyResult,
  jwtVerify,
} from 'jose';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import type { Profile } from '../../../src/contract/user.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { profileOfClaims } from './claims.ts';

/** Longest ID token that is looked at, in characters (ASCII, so bytes). */
export const MAX_ID_TOKEN_LENGTH = 16 * 1_024;

/** Oldest ID token that starts a session, by its `iat`, in seconds. */
const MAX_AGE_SECONDS = 120;

/** How far the provider's clock may be from ours, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** How long the provider may take to answer with its keys, in milliseconds. */
const KEYS_TIMEOUT_MS = 5_000;

/** How long fetched keys are used without asking again, in milliseconds. */
const KEYS_MAX_AGE_MS = 10 * 60 * 1_000;

/** How often a token with an unknown key may make us fetch the keys, in milliseconds. */
const KEYS_COOLDOWN_MS = 30 * 1_000;

/** Shortest RSA modulus of RS256, in bits (RFC 7518, section 3.3). */
const MIN_KEY_BITS = 2_048;

interface VerifierSettings {
  /** The provider's issuer, with the slash at its end. */
  readonly issuer: string;
  readonly clientId: string;
}

export type VerifiedIdToken =
  | {
      readonly ok: true;
      readonly identity: Profile;
      /** What tells this token from every other, whatever its spelling: 64 hex digits. */
      readonly hash: string;
      /** From then on the token is refused for its age alone. */
      readonly expiresAt: Date;
    }
  | {
      readonly ok: false;
      readonly code: Extract<
        ProblemCode,
        'token_invalid' | 'token_expired' | 'provider_unreachable'
      >;
      readonly detail: string;
    };

/** Verifies an ID token at a time; a bad token is a value, never an exception. */
export type IdTokenVerifier = (idToken: string, now: Date) => Promise<VerifiedIdToken>;

type Refused = Extract<VerifiedIdToken, { ok: false }>;

/**
 * Verifies ID tokens as OpenID Connect Core 1.0, section 3.1.3.7, asks, and more strictly where
 * that leaves a choice: RS256 only, at most two minutes old. The keys come from the provider's
 * JWKS, are kept for a while, and are fetched again, throttled, for a key that isn't among them.
 */
export function idTokenVerifier({ issuer, clientId }: VerifierSettings): IdTokenVerifier {
  const keys = providerKeys(new URL('.well-known/jwks.json', issuer));
  return async (idToken, now) => {
    if (idToken.length > MAX_ID_TOKEN_LENGTH) return invalid('The ID token is too long.');
    try {
      const verified = await jwtVerify(idToken, keys, {
        algorithms: ['RS256'],
        issuer,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        // jose adds the tolerance to the age as well; two minutes are meant exactly.
        maxTokenAge: MAX_AGE_SECONDS - CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
      return accept(idToken, verified, clientId);
    } catch (error) {
      return refusalOf(error);
    }
  };
}

class ProviderUnreachableError extends Error {}

/** The provider's keys; that a key is not among them is the token's fault, all else is theirs. */
function providerKeys(address: URL): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(address, {
    timeoutDuration: KEYS_TIMEOUT_MS,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    cooldownDuration: KEYS_COOLDOWN_MS,
    [customFetch]: boundedFetch,
  });
  return async (header, token) => {
    try {
      const key = await keys(header, token);
      if (!isStrong(key)) throw new RangeError('The key is too short.');
      return key;
    } catch (cause) {
      if (cause instanceof errors.JWKSNoMatchingKey) throw cause;
      if (cause instanceof errors.JWKSMultipleMatchingKeys) throw cause;
      throw new ProviderUnreachableError('No keys', { cause });
    }
  };
}

function isStrong({ algorithm }: CryptoKey): boolean {
  return 'modulusLength' in algorithm && Number(algorithm.modulusLength) >= MIN_KEY_BITS;
}

function accept(
  idToken: string,
  { payload, protectedHeader }: JWTVerifyResult,
  clientId: string,
): VerifiedIdToken {
  if (!isPlainJwt(protectedHeader.typ)) return invalid('The token is not an ID token.');
  if (!isAuthorizedParty(payload, clientId)) {
    return invalid('The ID token was issued to another party.');
  }
  const identity = profileOfClaims(payload);
  if (!identity) return invalid('The claim "sub" of the ID token is not an identifier.');
  return { ok: true, identity, hash: hashOf(idToken), expiresAt: lastUse(payload) };
}

/**
 * The SHA-256 of what was signed, header and payload. The signature stays out: its base64url can
 * be spelled in several ways (unused bits, padding) that all verify, and a token in another
 * spelling must not count as another token.
 */
function hashOf(idToken: string): string {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  return createHash('sha256').update(signed).digest('hex');
}

/** Access and logout tokens of the same provider name their kind (RFC 8725, section 3.11). */
function isPlainJwt(typ: string | undefined): boolean {
  return typ === undefined || /^(?:application\/)?jwt$/i.test(typ);
}

/** `azp`, where present, is us; with several audiences it must be present (steps 4 and 5). */
function isAuthorizedParty(payload: JWTPayload, clientId: string): boolean {
  const azp = payload.azp;
  if (azp === undefined) return !Array.isArray(payload.aud) || payload.aud.length === 1;
  return azp === clientId;
}

/**
 * When a token is past every use. Twice the tolerance, so that a machine whose clock runs ahead
 * doesn't forget a token that one whose clock runs behind would still take.
 */
function lastUse({ exp = 0, iat = 0 }: JWTPayload): Date {
  return new Date((Math.min(exp, iat + MAX_AGE_SECONDS) + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000);
}

function refusalOf(error: unknown): Refused {
  if (error instanceof ProviderUnreachableError) {
    const detail = 'The keys of the identity provider cannot be fetched. Try again soon.';
    return { ok: false, code: 'provider_unreachable', detail };
  }
  if (error instanceof errors.JWTExpired) {
    const detail = `The ID token has expired or is over ${MAX_AGE_SECONDS} seconds old. Sign in again.`;
    return { ok: false, code: 'token_expired', detail };
  }
  if (error instanceof errors.JOSEError) return invalid(faultOf(error));
  throw error;
}

function faultOf(error: errors.JOSEError): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `The claim "${error.claim}" of the ID token is missing or not acceptable.`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed) return 'The ID token must be signed with RS256.';
  if (error instanceof errors.JWKSNoMatchingKey) {
    return 'The ID token is signed with a key that the identity provider does not publish.';
  }
  return 'The ID token is malformed, or its signature does not match.';
}

function invalid(detail: string): Refused {
  return { ok: false, code: 'token_invalid', detail };
}
