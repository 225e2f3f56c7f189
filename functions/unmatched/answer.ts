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
  const spelled = inOneSpelling(path);
  if (spelled === undefined) return [];
  const all: readonly Route[] = Object.values(routes);
  const here = all.filter((route) => route.method !== 'ANY' && patternOf(route.path).test(spelled));
  return [...new Set(here.map((route) => route.method))].sort();
}

/**
 * A path with each segment encoded anew: API Gateway compares decoded segments, so `/api/%75ser`
 * is `/api/user`, while a slash that was encoded stays inside its segment. Nothing for a path that
 * is not well-formed percent-encoding, which is nobody's address.
 */
function inOneSpelling(path: string): string | undefined {
  try {
    return path
      .split('/')
      .map((segment) => encodeURIComponent(decodeURIComponent(segment)))
      .join('/');
  } catch {
    return undefined;
  }
}

/** A path of the table as a pattern: `{name}` is one segment, `{name+}` the rest. */
function patternOf(path: string): RegExp {
  const segments = path.split('/').map((segment) => {
    if (/^\{\w+\+\}$/.test(segment)) return '.+';
    return /^\{\w+\}$/.test(segment) ? '[^/]+' : segment.replace(/[^\w-]/g, '\\$&');
  });
  return new RegExp(`^${segments.join('/')}$`);
}

export const handler = lambda('answerUnmatched', answerUnmatched, () => ({}));
