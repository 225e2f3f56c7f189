import { randomUUID } from 'node:crypto';
import { createToken } from '../../src/contract/auth.ts';
import { accessTokenSeconds } from '../../src/contract/session.ts';
import { accessTokenSigner } from '../adapters/oidc/access-token-signer.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { AccessTokenSigner } from '../domain/session/credentials.ts';
import type { Reply } from '../http/handler.ts';
import { accessTokenKeysOf, flowsSettings } from '../settings.ts';

interface Deps {
  readonly sign: AccessTokenSigner;
}

/** An access token for the caller's session at the origin of the flows, for a few minutes. */
export async function issue(
  { caller, now }: SessionRequest<typeof createToken>,
  { sign }: Deps,
): Promise<Reply<typeof createToken>> {
  const subject = { sub: caller.account.profile.sub, sid: caller.session.id };
  const accessToken = await sign(subject, now);
  return { status: 200, body: { accessToken, expiresIn: accessTokenSeconds } };
}

export const handler = forSession(createToken, issue, (_db, env) => ({
  sign: accessTokenSigner(flowsSettings(env), accessTokenKeysOf(env), randomUUID),
}));
