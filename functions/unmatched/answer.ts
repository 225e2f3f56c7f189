import { matchPath } from '../../src/contract/path-template.ts';
import { type Route, routes } from '../../src/contract/routes.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

/** Answers what no other route does: the address exists under another method, or not at all. */
export const answerUnmatched: Handler<'answerUnmatched', object> = ({ method, path }) => {
  const allow = methodsAt(path);
  if (allow.length === 0) {
    return { problem: 'not_found', detail: 'There is nothing at this address.' };
  }
  const detail = `This address answers ${allow.join(', ')}, not ${method}.`;
  return { problem: 'method_not_allowed', detail, allow };
};

/** The methods of the routes at a path; the route for everything else is none of them. */
function methodsAt(path: string): string[] {
  const all: readonly Route[] = Object.values(routes);
  const here = all.filter((route) => route.method !== 'ANY' && matchPath(route.path, path));
  return [...new Set(here.map((route) => route.method))].sort();
}

export const handler = lambda('answerUnmatched', answerUnmatched, () => ({}));
