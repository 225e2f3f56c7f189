import type { CodeOfCaller, Route } from '../../src/contract/route.ts';
import { type Database, database, sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Env } from '../env.ts';
import { bearerToken } from '../http/authorization.ts';
import type { Edge } from '../http/edge.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Checked, Handler, Request } from '../http/handler.ts';
import type { Credentials } from '../http/request.ts';
import { site, viewerNetwork } from '../http/viewer-network.ts';
import { processEdge } from './process-edge.ts';
import { rateLimit } from './rate-limit.ts';
import { findSession, type SessionCaller } from './session.ts';

type SessionRoute = Route & { readonly caller: 'session' };

type IdTokenRoute = Route & { readonly caller: 'id-token-or-session' };

/** A caller with an ID token, which nobody has verified yet. */
interface IdTokenCaller {
  readonly kind: 'id-token';
  readonly idToken: string;
  /** The network of which the trials are counted. */
  readonly network: string;
}

interface KnownSession {
  readonly caller: SessionCaller;
}

interface KnownEither {
  readonly caller: IdTokenCaller | SessionCaller;
}

export type SessionRequest<R extends SessionRoute> = Request<R, KnownSession>;

export type SessionHandler<R extends SessionRoute, Deps> = Handler<R, KnownSession, Deps>;

export type IdTokenRequest<R extends IdTokenRoute> = Request<R, KnownEither>;

export type IdTokenHandler<R extends IdTokenRoute, Deps> = Handler<R, KnownEither, Deps>;

export interface SessionStores {
  readonly sessions: SessionStore;
  readonly buckets: BucketStore;
}

/** The endpoint of a route that needs a session, which a cookie names. */
export function forSession<R extends SessionRoute, Deps>(
  route: R,
  handle: SessionHandler<R, Deps>,
  wire: (db: Database, env: Env) => Deps,
  stores: (db: Database) => SessionStores = storesIn,
  edge: Edge = processEdge,
): Endpoint {
  return endpoint(route, handle, edge, (env) => {
    const db = database(env);
    const { sessions, buckets } = stores(db);
    return {
      identify: ({ cookie }, now) => findCaller(cookie, sessions, now),
      limit: rateLimit(route, { env, buckets }, ({ caller }) => ({
        wallet: caller.account.walletId,
      })),
      deps: wire(db, env),
    };
  });
}

/**
 * The endpoint of a route that takes an ID token or a session. A caller with a token is
 * judged by the token alone, never by a cookie as well.
 */
export function forIdTokenOrSession<R extends IdTokenRoute, Deps>(
  route: R,
  handle: IdTokenHandler<R, Deps>,
  wire: (db: Database, env: Env) => Deps,
  stores: (db: Database) => SessionStores = storesIn,
  edge: Edge = processEdge,
): Endpoint {
  return endpoint(route, handle, edge, (env) => {
    const db = database(env);
    const { sessions, buckets } = stores(db);
    return {
      identify: async ({ authorization, cookie }, now, call) =>
        authorization === undefined
          ? findCaller(cookie, sessions, now)
          : idTokenCaller(authorization, viewerNetwork(call, env.viewerAddressHeader, site)),
      limit: rateLimit(route, { env, buckets }, () => ({})),
      deps: wire(db, env),
    };
  });
}

function storesIn(db: Database): SessionStores {
  const client = sqlClientOf(db);
  return { sessions: sessionStore(client), buckets: bucketStore(client) };
}

/** The caller whose session a cookie names; refuses with `session_required`. */
async function findCaller(
  cookie: Credentials['cookie'],
  sessions: SessionStore,
  now: Date,
): Promise<Checked<KnownSession, CodeOfCaller<'session'>>> {
  const session = await findSession(cookie, sessions, now);
  if (session) {
    return { ok: true, value: { caller: { kind: 'session', session, account: session.account } } };
  }
  const detail = 'There is no live session: sign in, and call again.';
  return { ok: false, code: 'session_required', detail };
}

/** Refuses an Authorization header that is not Bearer with `token_invalid`. */
function idTokenCaller(
  authorization: string,
  network: string,
): Checked<KnownEither, CodeOfCaller<'id-token-or-session'>> {
  const idToken = bearerToken(authorization);
  if (idToken !== undefined) {
    return { ok: true, value: { caller: { kind: 'id-token', idToken, network } } };
  }
  const detail = 'The Authorization header must be "Bearer", a space and one ID token.';
  return { ok: false, code: 'token_invalid', detail };
}
