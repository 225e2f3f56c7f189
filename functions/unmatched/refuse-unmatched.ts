import { matchPath } from '../../src/contract/path-template.ts';
import { type Audience, methodsOf } from '../../src/contract/route.ts';
import { routesOf } from '../../src/contract/routes.ts';
import type { Refusal } from '../http/handler.ts';

/** Refuses a request that matches no route of an origin, by its method or by its path. */
export function refuseUnmatched(
  audience: Audience,
  { path }: { readonly path: string },
): Refusal<'method_not_allowed' | 'not_found'> {
  const allow = methodsAt(audience, path);
  if (allow.length === 0) {
    return { ok: false, code: 'not_found', detail: 'There is nothing at this address.' };
  }
  const methods = allow.join(', ');
  const detail = `This address answers ${methods} alone.`;
  return { ok: false, code: 'method_not_allowed', detail, headers: { allow: methods } };
}

/** The methods of the routes at a path, without the route for all other requests. */
function methodsAt(audience: Audience, path: string): string[] {
  const here = routesOf(audience).filter(
    (route) => route.method !== 'ANY' && matchPath(route.path, path),
  );
  return [...new Set(here.flatMap(methodsOf))].sort();
}
