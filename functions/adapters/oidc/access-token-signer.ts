import { SignJWT } from 'jose';
import { accessTokenScope, accessTokenSeconds } from '../../../src/contract/session.ts';
import type { AccessTokenSigner } from '../../domain/session/credentials.ts';
import { importPrivateKey, type PrivateKey } from './access-token-keys.ts';

/** The issuer and the audience of access tokens, as origins. */
export interface AccessTokenParties {
  readonly siteOrigin: string;
  readonly flowsOrigin: string;
}

/**
 * Signs access tokens by ES256 with the first key. Claims and header follow RFC 9068, section 2,
 * without the client id: the site is the only client.
 * @param makeId makes the id of a token (`jti`)
 * @throws TypeError when there is no key
 */
export function accessTokenSigner(
  { siteOrigin, flowsOrigin }: AccessTokenParties,
  [first]: readonly PrivateKey[],
  makeId: () => string,
): AccessTokenSigner {
  if (!first) throw new TypeError('There is no key to sign with.');
  const importing = importPrivateKey(first);
  return async ({ sub, sid }, now) => {
    const seconds = Math.floor(now.getTime() / 1_000);
    return new SignJWT({ sid, scope: accessTokenScope })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: first.kid })
      .setIssuer(siteOrigin)
      .setAudience(flowsOrigin)
      .setSubject(sub)
      .setJti(makeId())
      .setIssuedAt(seconds)
      .setExpirationTime(seconds + accessTokenSeconds)
      .sign(await importing);
  };
}
