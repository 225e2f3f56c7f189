import type { Route } from '../../src/contract/route.ts';
import { routes } from '../../src/contract/routes.ts';

/** An id that nothing has. */
export const unknownId = '0195f0a0-0000-7000-8000-00000000dead';

/** The rows of the table that the site's own origin answers, by their names. */
export const siteRoutes: readonly (readonly [string, Route])[] = Object.entries<Route>(
  routes,
).filter(([, route]) => route.path.startsWith('/api/'));

/** The rows that the origin of the flows answers, by their names. */
export const flowsRoutes: readonly (readonly [string, Route])[] = Object.entries<Route>(
  routes,
).filter(([, { audience }]) => audience === 'flows');

/** A path of a route: ids that nothing has in the place of its names. */
export function pathOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/\{\w+\+\}/, 'nothing/here').replace(/\{\w+\}/g, unknownId);
}

/** The method of a route; one that no route has for the one that answers all others. */
export function methodOf({ method }: Pick<Route, 'method'>): string {
  return method === 'ANY' ? 'PATCH' : method;
}
