import { createHash } from 'node:crypto';
import { errors, type JWTPayload, type JWTVerifyResult, jwtVerify } from 'jose';
import type { SignInProof } from '../../../src/contract/identity-provider.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import { type Profile, profileSchema, usableClaims } from '../../../src/contract/user.ts';
import { KeysUnreachableError, remoteKeys } from './remote-keys.ts';

/** The longest ID token, in characters. API Gateway takes 10,240 bytes of line and headers. */
export const MAX_ID_TOKEN_LENGTH = 8 * 1_024;

/** The oldest ID token that starts a session, by its `iat`, in seconds. */
const MAX_AGE_SECONDS = 120;

export type VerifiedIdToken =
  | {
      readonly ok: true;
      readonly identity: Profile;
      /** The SHA-256 of header and claims as 64 hex digits: the same for every spelling of the token. */
      readonly hash: string;
      /** When the token is refused for its age alone, so that its hash may be deleted. */
      readonly forgetAt: Date;
    }
  | {
      readonly ok: false;
      readonly code: Extract<
        ProblemCode,
        'token_invalid' | 'token_expired' | 'provider_unreachable' | 'sign_in_too_weak'
      >;
      readonly detail: string;
      /** The error, for the log alone. */
      readonly cause?: unknown;
    };

/** Verifies an ID token at `now`. It returns a refusal for a bad token and never throws for it. */
export type IdTokenVerifier = (idToken: string, now: Date) => Promise<VerifiedIdToken>;

type Refused = Extract<VerifiedIdToken, { ok: false }>;

/**
 * Verifies ID tokens as OpenID Connect Core 1.0, section 3.1.3.7, demands. Where the section leaves
 * a choice we take the strict one: RS256 only, at most two minutes old. The keys come from the
 * provider's JWKS alone.
 * @param issuer the provider's, with the slash at its end
 * @param requiredSignIn further claims that a token must have about the sign-in (section 2, `acr`
 * and `amr`)
 */
export function idTokenVerifier({
  issuer,
  clientId,
  requiredSignIn,
}: {
  readonly issuer: string;
  readonly clientId: string;
  readonly requiredSignIn: readonly SignInProof[];
}): IdTokenVerifier {
  const findKey = remoteKeys(new URL('.well-known/jwks.json', issuer));
  return async (idToken, now) => {
    if (idToken.length > MAX_ID_TOKEN_LENGTH) return invalid('The ID token is too long.');
    try {
      const verified = await jwtVerify(idToken, (...token) => findKey(now, ...token), {
        algorithms: ['RS256'],
        issuer,
        audience: clientId,
        requiredClaims: ['sub', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        // jose adds the tolerance to the age, and we want exactly two minutes.
        maxTokenAge: MAX_AGE_SECONDS - CLOCK_TOLERANCE_SECONDS,
        currentDate: now,
      });
      if (isPast(verified.payload.exp, now)) return expired;
      const accepted = accept(idToken, verified, clientId);
      const lacking = requiredSignIn.find((proof) => !isProven(verified.payload, proof));
      return accepted.ok && lacking ? tooWeak(lacking) : accepted;
    } catch (error) {
      return refusalOf(error);
    }
  };
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
  return { ok: true, identity, hash: hashOf(idToken), forgetAt: forgetAt(payload) };
}

/** The SHA-256 of header and payload: a signature has several valid spellings in base64url. */
function hashOf(idToken: string): string {
  const signed = idToken.slice(0, idToken.lastIndexOf('.'));
  return createHash('sha256').update(signed).digest('hex');
}

/** Access and logout tokens of the provider have a `typ` of their own (RFC 8725, section 3.11). */
function isPlainJwt(typ: string | undefined): boolean {
  return typ === undefined || /^(?:application\/)?jwt$/i.test(typ);
}

/** `azp` must be our client. It must be present for several audiences (steps 4 and 5). */
function isAuthorizedParty(payload: JWTPayload, clientId: string): boolean {
  const azp = payload.azp;
  if (azp === undefined) return !Array.isArray(payload.aud) || payload.aud.length === 1;
  return azp === clientId;
}

/** Whether a token has the proof; a claim of another type than the standard's proves nothing. */
function isProven({ acr, amr }: JWTPayload, { claim, value }: SignInProof): boolean {
  return claim === 'acr' ? acr === value : Array.isArray(amr) && amr.includes(value);
}

function tooWeak({ claim, value }: SignInProof): Refused {
  const detail = `The claim "${claim}" of the ID token lacks "${value}", which this site demands. Set up a second factor at the identity provider, and sign in again.`;
  return { ok: false, code: 'sign_in_too_weak', detail };
}

/**
 * When every machine refuses a token for its age. It adds the tolerance twice, because one machine's
 * clock may be ahead and another's behind. The first machine must not delete a token's hash while
 * the second still accepts the token.
 */
function forgetAt({ exp = 0, iat = 0 }: JWTPayload): Date {
  return new Date((Math.min(exp, iat + MAX_AGE_SECONDS) + 2 * CLOCK_TOLERANCE_SECONDS) * 1_000);
}

function refusalOf(error: unknown): Refused {
  if (error instanceof KeysUnreachableError) {
    const detail = 'The keys of the identity provider cannot be fetched. Try again soon.';
    return { ok: false, code: 'provider_unreachable', detail, cause: error };
  }
  if (error instanceof errors.JWTExpired) return expired;
  if (error instanceof errors.JOSEError) {
    return { ...invalid(faultOf(error, 'ID token', 'RS256')), cause: error };
  }
  throw error;
}

/** What is wrong with a token of that name, which must be signed with that algorithm. */
export function faultOf(error: errors.JOSEError, name: string, algorithm: string): string {
  if (error instanceof errors.JWTClaimValidationFailed) {
    return `The claim "${error.claim}" of the ${name} is missing or not acceptable.`;
  }
  if (error instanceof errors.JOSEAlgNotAllowed)
    return `The ${name} must be signed with ${algorithm}.`;
  if (error instanceof errors.JWKSNoMatchingKey) {
    return `The ${name} is signed with a key that its issuer does not publish.`;
  }
  return `The ${name} is malformed, or its signature does not match.`;
}

const expired: Refused = {
  ok: false,
  code: 'token_expired',
  detail: `The ID token has expired or is over ${MAX_AGE_SECONDS} seconds old. Sign in again.`,
};

function invalid(detail: string): Refused {
  return { ok: false, code: 'token_invalid', detail };
}

/**
 * The profile of verified claims (OpenID Connect Core 1.0, section 5.1); undefined when `sub` is missing
 * or unusable. Other unusable claims are left out.
 */
export function profileOfClaims(claims: Readonly<Record<string, unknown>>): Profile | undefined {
  const candidate = { ...claims, updated_at: timeOf(claims.updated_at) };
  return profileSchema.safeParse(usableClaims(candidate)).data;
}

/** `updated_at` is a number of seconds in OpenID Connect and a text in Auth0. We store a text. */
function timeOf(updatedAt: unknown): unknown {
  if (typeof updatedAt !== 'number') return updatedAt;
  const time = new Date(updatedAt * 1_000);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** How far ahead of ours the clock of a token's issuer may be, in seconds: for `iat` and `nbf`. */
export const CLOCK_TOLERANCE_SECONDS = 5;

/** Whether a token is past its `exp`, to the second: jose would grant the tolerance here too. */
export function isPast(exp: number | undefined, now: Date): boolean {
  return exp !== undefined && exp * 1_000 <= now.getTime();
}
