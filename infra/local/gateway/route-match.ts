import { matchPath, templateSegments } from '../../../src/contract/path-template.ts';

/** The columns of the route table that decide which route matches. */
export interface MatchableRoute {
  readonly method: string;
  /** A template, as `matchPath` takes it. */
  readonly path: string;
}

export interface Match<Route> {
  readonly route: Route;
  /** The percent-decoded value of each name in the path. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * Chooses the route as HTTP APIs do: an exact path before `{name}`, `{name}` before `{name+}`, and
 * among equal paths the request's own method before ANY. HEAD and OPTIONS have no special rules, so
 * only ANY matches them.
 * Source: "Create routes for HTTP APIs" in the API Gateway developer guide.
 * @returns the match of a method and a path, which is the path as it was sent, without the query
 */
export function routeMatcher<Route extends MatchableRoute>(routes: readonly Route[]) {
  const ordered = routes.toSorted((one, other) => compareRank(rankOf(one), rankOf(other)));
  return (method: string, path: string): Match<Route> | undefined => {
    for (const route of ordered) {
      const isMethod = route.method === method || route.method === 'ANY';
      const pathParameters = isMethod ? matchPath(route.path, path) : undefined;
      if (pathParameters) return { route, pathParameters };
    }
    return undefined;
  };
}

const rankOfKind = { text: 0, one: 1, rest: 2 } as const;

/** A list that is smaller for a more specific route: a number for each segment and the method. */
function rankOf({ method, path }: MatchableRoute): number[] {
  const ranks = templateSegments(path).map(({ kind }) => rankOfKind[kind]);
  return [Math.max(...ranks), ...ranks, method === 'ANY' ? 1 : 0];
}

function compareRank(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
