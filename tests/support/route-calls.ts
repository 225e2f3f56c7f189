import type { Route } from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';

/** An unknown id. */
export const unknownId = '0195f0a0-0000-7000-8000-00000000dead';

/** The rows of the table for the site's own origin, by their names. */
export const siteRoutes: readonly (readonly [string, Route])[] = Object.entries<Route>(
  routes,
).filter(([, route]) => route.path.startsWith('/api/'));

/** The rows of the table for the origin of the flows, by their names. */
export const flowsRoutes: readonly (readonly [string, Route])[] = Object.entries<Route>(
  routes,
).filter(([, { audience }]) => audience === 'flows');

/** A path of a route, with unknown ids for its names. */
export function pathOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/\{\w+\+\}/, 'nothing/here').replace(/\{\w+\}/g, unknownId);
}

/** The method of a route; for ANY, a method that no route has. */
export function methodOf({ method }: Pick<Route, 'method'>): string {
  return method === 'ANY' ? 'PATCH' : method;
}
