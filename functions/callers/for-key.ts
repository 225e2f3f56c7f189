import type { Route } from '../../src/contract/route.ts';
import { type Database, database, sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { personalKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import type { KeyOwner } from '../domain/key/personal-key.ts';
import type { Env } from '../env.ts';
import { bearerToken } from '../http/authorization.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Handler, Request } from '../http/handler.ts';
import type { Arrival } from '../http/request.ts';
import { findKeyCaller } from './personal-key.ts';
import { processEdge } from './process-edge.ts';
import { rateLimit } from './rate-limit.ts';

type KeyRoute = Route & { readonly caller: 'personal-key' };

interface Known {
  readonly caller: KeyOwner;
  /** For calls that a handler makes with the key. */
  readonly arrival: Arrival;
}

export type KeyRequest<R extends KeyRoute> = Request<R, Known>;

/** The endpoint of a route that needs a personal key. */
export function forKey<R extends KeyRoute, Deps>(
  route: R,
  handle: Handler<R, Known, Deps>,
  wire: (db: Database, env: Env) => Deps,
): Endpoint {
  return endpoint(route, handle, processEdge, (env) => {
    const db = database(env);
    const keys = personalKeyStore(sqlClientOf(db));
    const counting = { env, buckets: bucketStore(sqlClientOf(db)) };
    return {
      identify: async ({ authorization }, now, call) => {
        const found = await findKeyCaller(bearerToken(authorization), keys, now, call);
        const { requestId, sourceAddress } = call;
        const arrival = { requestId, sourceAddress };
        return found.ok ? { ok: true, value: { ...found.value, arrival } } : found;
      },
      limit: rateLimit(route, counting, ({ caller: { account, key } }: Known) => ({
        ...{ wallet: account.walletId, key: key.id },
      })),
      deps: wire(db, env),
    };
  });
}
