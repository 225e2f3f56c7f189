import type { Route } from '../../src/contract/route.ts';
import { type Database, database, sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import type { Env } from '../env.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Handler, Request } from '../http/handler.ts';
import { processEdge } from './process-edge.ts';
import { rateLimit } from './rate-limit.ts';

/** A route that whoever has a link may call; its limit counts by address. */
type LinkRoute = Route & { readonly caller: 'anyone'; readonly limit: 'shared' };

export type LinkRequest<R extends LinkRoute> = Request<R>;

/** The endpoint of a route that whoever has a link may call. */
export function forLink<R extends LinkRoute, Deps>(
  route: R,
  handle: Handler<R, unknown, Deps>,
  wire: (db: Database, env: Env) => Deps,
): Endpoint {
  return endpoint(route, handle, processEdge, (env) => {
    const db = database(env);
    const buckets = bucketStore(sqlClientOf(db));
    return { identify, limit: rateLimit(route, { env, buckets }, () => ({})), deps: wire(db, env) };
  });
}

const identify = async () => ({ ok: true, value: {} }) as const;
