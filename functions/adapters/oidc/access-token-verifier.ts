import { errors, type JWTPayload, jwtVerify } from 'jose';
import { idSchema } from '../../../src/contract/id.ts';
import { accessTokenScope, accessTokenSeconds, jwksPath } from '../../../src/contract/session.ts';
import type { AccessTokenVerifier, VerifiedAccessToken } from '../../domain/session/credentials.ts';
import type { AccessTokenParties } from './access-token-signer.ts';
import { CLOCK_TOLERANCE_SECONDS, faultOf, isPast } from './id-token-verifier.ts';
import { KeysUnreachableError, remoteKeys } from './remote-keys.ts';

/** The longest access token that we verify, in characters; ours have some 700. */
const MAX_TOKEN_LENGTH = 4 * 1_024;

/**
 * Verifies the site's access tokens as RFC 9068, section 4, and RFC 8725 demand: ES256 only, exact
 * issuer and audience, no expired token. The keys come from the site's JWKS alone.
 */
export function accessTokenVerifier(parties: AccessTokenParties): AccessTokenVerifier {
  const { siteOrigin, flowsOrigin } = parties;
  const findKey = remoteKeys(new URL(jwksPath, siteOrigin), isP256);
  return async (accessToken, now) => {
    if (accessToken.length > MAX_TOKEN_LENGTH) return invalid('The access token is too long.');
    try {
      const { payload } = await jwtVerify(accessToken, (...token) => findKey(now, ...token), {
        algorithms: ['ES256'],
        typ: 'at+jwt',
        issuer: siteOrigin,
        audience: flowsOrigin,
        requiredClaims: ['sub', 'sid', 'scope', 'jti', 'exp', 'iat'],
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        maxTokenAge: accessTokenSeconds,
        currentDate: now,
      });
      return isPast(payload.exp, now) ? expired : accept(payload);
    } catch (error) {
      return refusalOf(error);
    }
  };
}

function accept({ sub, sid, scope }: JWTPayload): VerifiedAccessToken {
  if (scope !== accessTokenScope) return invalid('The access token is for something else.');
  const session = idSchema.safeParse(sid);
  if (sub === undefined || !session.success) {
    return invalid('The access token names no session.');
  }
  return { ok: true, sub, sid: session.data };
}

function isP256({ algorithm }: CryptoKey): boolean {
  return 'namedCurve' in algorithm && algorithm.namedCurve === 'P-256';
}

function refusalOf(error: unknown): VerifiedAccessToken {
  if (error instanceof KeysUnreachableError) return { ...unreachable, cause: error };
  if (error instanceof errors.JWTExpired) return expired;
  if (error instanceof errors.JOSEError) {
    return { ...invalid(faultOf(error, 'access token', 'ES256')), cause: error };
  }
  throw error;
}

const unreachable = {
  ok: false,
  code: 'temporarily_unavailable',
  detail: 'The keys of the access tokens cannot be fetched. Try again soon.',
} as const;

const expired: VerifiedAccessToken = {
  ok: false,
  code: 'access_token_invalid',
  detail: 'The access token has expired. Get a new one.',
};

function invalid(detail: string): Extract<VerifiedAccessToken, { readonly ok: false }> {
  return { ok: false, code: 'access_token_invalid', detail };
}
