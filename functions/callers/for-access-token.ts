import type { CodeOfCaller, Route } from '../../src/contract/route.ts';
import { accessTokenVerifier } from '../adapters/oidc/access-token-verifier.ts';
import { type Database, database, sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { personalKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import type { Account } from '../domain/account/sign-in.ts';
import type { PersonalKey, PersonalKeyStore } from '../domain/key/personal-key.ts';
import type { StoredRun } from '../domain/run/run.ts';
import type { Access } from '../domain/session/credentials.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import { isLive } from '../domain/session/session.ts';
import type { Env } from '../env.ts';
import { bearerToken } from '../http/authorization.ts';
import type { Edge } from '../http/edge.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Checked, Handler, Refusal, Request } from '../http/handler.ts';
import type { BodyLimit, Call } from '../http/request.ts';
import { flowsSettings } from '../settings.ts';
import { findKeyCaller, isInAddress, isPersonalKey } from './personal-key.ts';
import { processEdge } from './process-edge.ts';
import { failureCounter, failureLimit, type RefuseFailures, rateLimit } from './rate-limit.ts';

type AccessTokenRoute = Route & { readonly caller: 'access-token' | 'access-token-or-key' };

/** The verifier refuses with `temporarily_unavailable` while it cannot fetch the keys. */
type Code = CodeOfCaller<AccessTokenRoute['caller']> | 'temporarily_unavailable';

/** A caller of the flows: a page of the user, or a program with a key. */
export interface FlowsCaller {
  readonly account: Account;
  readonly key?: PersonalKey;
}

interface Known {
  readonly caller: FlowsCaller;
}

export type AccessTokenRequest<R extends AccessTokenRoute> = Request<R, Known>;

export type AccessTokenHandler<R extends AccessTokenRoute, Deps> = Handler<R, Known, Deps>;

interface Stores extends Access {
  readonly keys: PersonalKeyStore;
  readonly buckets: BucketStore;
}

/** The settings of a route besides its handler; a test brings stores and an edge of its own. */
interface Options {
  readonly stores?: (db: Database, env: Env) => Stores;
  readonly edge?: Edge;
  readonly maxBodyBytes?: BodyLimit;
  readonly refuseFailures?: RefuseFailures;
}

/** The endpoint of a flows route that needs an access token, or takes a personal key as well. */
export function forAccessToken<R extends AccessTokenRoute, Deps>(
  route: R,
  handle: AccessTokenHandler<R, Deps>,
  wire: (db: Database, env: Env) => Deps,
  { stores = storesIn, edge = processEdge, maxBodyBytes, refuseFailures }: Options = {},
): Endpoint {
  const counted = async (request: AccessTokenRequest<R>, { deps, countFailure }: Wired<Deps>) => {
    const reply = await handle(request, deps);
    await countFailure(request.caller.account.walletId, reply, edge.now());
    return reply;
  };
  return endpoint(route, counted, edge, (env) => {
    const db = database(env);
    const { buckets, keys, ...access } = stores(db, env);
    const counting = { env, buckets };
    const walletOf = ({ caller }: Known) => caller.account.walletId;
    const excess = rateLimit(route, counting, (known: Known) => ({
      wallet: walletOf(known),
      ...(known.caller.key && { key: known.caller.key.id }),
    }));
    const failures = refuseFailures && failureLimit(route, counting, walletOf, refuseFailures);
    return {
      identify: async ({ authorization }, now, call) => {
        const token = bearerToken(authorization);
        const takesKey = route.caller === 'access-token-or-key' && isKeyCall(token, call);
        return takesKey ? findKeyCaller(token, keys, now, call) : findCaller(token, access, now);
      },
      limit: async (...call) => (await excess(...call)) ?? failures?.(...call),
      maxBodyBytes,
      deps: { deps: wire(db, env), countFailure: failureCounter(route, counting) },
    };
  });
}

/** Whether a caller may run a flow: a key may have a list of them. */
export function mayRun({ key }: FlowsCaller, flowId: string): boolean {
  return key?.flows?.includes(flowId) ?? true;
}

/** Whether a caller may learn what can be spent. */
export function mayReadBalance({ key }: FlowsCaller): boolean {
  return key?.reads.includes('balance') ?? true;
}

/** The key whose runs alone a caller may read; undefined where it may read all of its owner. */
export function keyOfOwnRuns({ key }: FlowsCaller): string | undefined {
  return key?.reads.includes('runs') ? undefined : key?.id;
}

/** A run, unless the caller may not read it. */
export function ownRun(caller: FlowsCaller, run: StoredRun | undefined): StoredRun | undefined {
  const keyId = keyOfOwnRuns(caller);
  return keyId === undefined || run?.keyId === keyId ? run : undefined;
}

/** The dependencies of a handler, and the count of its failures. */
interface Wired<Deps> {
  readonly deps: Deps;
  readonly countFailure: ReturnType<typeof failureCounter>;
}

function storesIn(db: Database, env: Env): Stores {
  return {
    verify: accessTokenVerifier(flowsSettings(env)),
    keys: personalKeyStore(sqlClientOf(db)),
    sessions: sessionStore(sqlClientOf(db)),
    buckets: bucketStore(sqlClientOf(db)),
  };
}

/** Whether a call has a personal key, also at a wrong place. */
function isKeyCall(token: string | undefined, { path, query }: Call): boolean {
  return isPersonalKey(token) || (token === undefined && isInAddress({ path, query }));
}

/**
 * The caller whose access token a request has. It reads the session each time, so that a user who
 * signs out is out at once, and not when the token expires.
 *
 * Refuses with `access_token_invalid`, or `temporarily_unavailable` while the keys are missing.
 */
async function findCaller(
  token: string | undefined,
  { verify, sessions }: Access,
  now: Date,
): Promise<Checked<Known, Code>> {
  if (token === undefined) return missing;
  const verified = await verify(token, now);
  if (!verified.ok) return verified;
  const session = await sessions.findById(verified.sid, now);
  if (!session || !isLive(session, now) || session.account.profile.sub !== verified.sub) {
    return signedOut;
  }
  return { ok: true, value: { caller: { account: session.account } } };
}

const missing: Refusal<Code> = {
  ok: false,
  code: 'access_token_invalid',
  detail:
    'The Authorization header must be "Bearer", a space and an access token or a personal key, which the account page makes.',
};

const signedOut: Refusal<Code> = {
  ok: false,
  code: 'access_token_invalid',
  detail: 'The session of the access token has ended. Sign in, and get a new one.',
};
