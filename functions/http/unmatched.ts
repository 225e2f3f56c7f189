import { matchPath } from '../../src/contract/path-template.ts';
import { type Audience, methodsOf } from '../../src/contract/route.ts';
import { routesOf } from '../../src/contract/routes.ts';
import type { Refusal } from './handler.ts';

/** Answers what no other route of an origin does: another method is meant, or nothing is there. */
export function refuseUnmatched(
  audience: Audience,
  { method, path }: { readonly method: string; readonly path: string },
): Refusal {
  const allow = methodsAt(audience, path);
  if (allow.length === 0) {
    return { problem: 'not_found', detail: 'There is nothing at this address.' };
  }
  const detail = `This address answers ${allow.join(', ')}, not ${method}.`;
  return { problem: 'method_not_allowed', detail, allow };
}

/** The methods of the routes at a path; the route for everything else is none of them. */
function methodsAt(audience: Audience, path: string): string[] {
  const here = routesOf(audience).filter(
    (route) => route.method !== 'ANY' && matchPath(route.path, path),
  );
  return [...new Set(here.flatMap(methodsOf))].sort();
}
