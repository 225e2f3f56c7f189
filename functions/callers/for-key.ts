import type { Route } from '../../src/contract/route.ts';
import { type Database, database, sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { personalKeyStore } from '../adapters/postgres/key/personal-key-store.ts';
import type { KeyOwner } from '../domain/key/personal-key.ts';
import type { Env } from '../env.ts';
import { bearerToken } from '../http/authorization.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Handler, Request } from '../http/handler.ts';
import { findKeyCaller } from './personal-key.ts';
import { processEdge } from './process-edge.ts';

/** A route that reads, and has no limit. */
type KeyRoute = Route & { readonly caller: 'personal-key'; readonly limit?: never };

interface Known {
  readonly caller: KeyOwner;
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
    return {
      identify: ({ authorization }, now, call) =>
        findKeyCaller(bearerToken(authorization), keys, now, call),
      deps: wire(db, env),
    };
  });
}
