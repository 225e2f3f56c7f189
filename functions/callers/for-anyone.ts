import type { Route } from '../../src/contract/route.ts';
import type { Env } from '../env.ts';
import type { Edge } from '../http/edge.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Handler, Request } from '../http/handler.ts';
import { processEdge } from './process-edge.ts';

/** A route that anyone may call. It has no limit, because there is no caller to count. */
type OpenRoute = Route & { readonly caller: 'anyone'; readonly limit?: never };

export type AnyoneRequest<R extends OpenRoute> = Request<R>;

export type AnyoneHandler<R extends OpenRoute, Deps = unknown> = Handler<R, unknown, Deps>;

/** The endpoint of a route that anyone may call; it connects to nothing by itself. */
export function forAnyone<R extends OpenRoute, Deps>(
  route: R,
  handle: AnyoneHandler<R, Deps>,
  wire: (env: Env) => Deps,
  edge: Edge = processEdge,
): Endpoint {
  return endpoint(route, handle, edge, (env) => ({ identify, deps: wire(env) }));
}

const identify = async () => ({ ok: true, value: {} }) as const;
