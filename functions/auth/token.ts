import { randomUUID } from 'node:crypto';
import { accessTokenSeconds } from '../../src/contract/access-token.ts';
import { accessTokenSigner } from '../adapters/oidc/access-token-signer.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { AccessTokenSigner } from '../domain/session/credentials.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { accessTokenKeysOf, flowsSettings } from '../settings/flows.ts';

interface Deps {
  readonly sign: AccessTokenSigner;
  readonly sessions: SessionStore;
}

/** A token by which the origin of the flows knows the session that asks, for a few minutes. */
export const createToken: Handler<'createToken', Deps> = async ({ caller, now }, { sign }) => {
  const subject = { sub: caller.account.profile.sub, sid: caller.session.id };
  const accessToken = await sign(subject, now);
  return { status: 200, body: { accessToken, expiresIn: accessTokenSeconds } };
};

export const handler = lambda('createToken', createToken, (env) => ({
  sign: accessTokenSigner(flowsSettings(env), accessTokenKeysOf(env), randomUUID),
  sessions: sessionStore(database(env)),
  buckets: bucketStore(database(env)),
}));
