import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/contract/auth.ts';
import { accessTokenSeconds } from '../../src/contract/session.ts';
import { accessTokenSigner } from '../adapters/oidc/access-token-signer.ts';
import { forSession, type SessionHandler } from '../callers/for-session.ts';
import type { AccessTokenSigner } from '../domain/session/credentials.ts';
import { accessTokenKeysOf, flowsSettings } from '../settings.ts';

/** An access token for the caller's session at the origin of the flows, for a few minutes. */
export const issue: SessionHandler<
  typeof createToken,
  { readonly sign: AccessTokenSigner }
> = async ({ caller, now }, { sign }) => {
  const subject = { sub: caller.account.profile.sub, sid: caller.session.id };
  const accessToken = await sign(subject, now);
  return { status: 200, body: { accessToken, expiresIn: accessTokenSeconds } };
};

export const handler = forSession(createToken, issue, (_db, env) => ({
  sign: accessTokenSigner(flowsSettings(env), accessTokenKeysOf(env), randomUUID),
}));
