import { type Route, routes } from '../../src/contract/routes.ts';

/** An id that nothing has. */
export const unknownId = '0195f0a0-0000-7000-8000-00000000dead';

/** The rows of the table that the site's own origin answers, by their names. */
export const siteRoutes: readonly (readonly [string, Route])[] = Object.entries<Route>(
  routes,
).filter(([, route]) => route.path.startsWith('/api/'));

/** Whether a call acts for whom the cookie names, and changes something. */
export function changesByCookie({ caller, method }: Route): boolean {
  const byCookie = caller === 'session' || caller === 'id-token-or-session';
  return byCookie && method !== 'GET';
}

/** A path of a route: ids that nothing has in the place of its names. */
export function pathOf({ path }: Pick<Route, 'path'>): string {
  return path.replace(/\{\w+\+\}/, 'nothing/here').replace(/\{\w+\}/g, unknownId);
}

/** The method of a route; one that no route has for the one that answers all others. */
export function methodOf({ method }: Pick<Route, 'method'>): string {
  return method === 'ANY' ? 'PATCH' : method;
}
