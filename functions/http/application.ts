import { methodsOf, type Route } from '../../src/contract/route.ts';
import { once } from './edge.ts';
import type { Endpoint } from './endpoint.ts';
import type { Arrival } from './request.ts';
import { routeMatcher } from './route-match.ts';

/** Answers any request in the web's own types, and never throws once its endpoints are loaded. */
export type Application = (request: Request, arrival: Arrival) => Promise<Response>;

/** The methods that a `Request` refuses (Fetch Standard, "forbidden method"); no route has them. */
const forbidden: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** The method of a request as `Request` takes it; one that it refuses becomes an unknown one. */
export function requestMethod(method: string): string {
  return forbidden.has(method) ? 'UNKNOWN' : method;
}

/** A route as an application serves it. */
export interface Served {
  /** `ANY` is for the one route that answers all requests that match no other. */
  readonly route: Pick<Route, 'method' | 'path' | 'withoutHead'>;
  /** Loads the code of the route; the application asks for it at the first call. */
  readonly load: () => Promise<Endpoint>;
}

/**
 * Makes one application of many routes.
 * @throws {TypeError} when no route answers the requests that match no other
 */
export function application(served: readonly Served[]): Application {
  const rows = served.map(({ route, load }) => ({ route, endpoint: once(load) }));
  const fallback = rows.find(({ route }) => route.method === 'ANY');
  if (!fallback) throw new TypeError('An application needs a route of the method ANY.');
  const match = routeMatcher(
    rows.flatMap(({ route, endpoint }) =>
      methodsOf(route).map((method) => ({ method, path: route.path, endpoint })),
    ),
  );
  return async (request, arrival) => {
    const matched = match(request.method, new URL(request.url).pathname);
    const endpoint = await (matched?.route ?? fallback).endpoint();
    return endpoint(request, arrival, matched?.pathParameters);
  };
}
