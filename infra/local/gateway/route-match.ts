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
 *
 * @param path the path as it was sent, without the query
 */
export function matchRoute<Route extends MatchableRoute>(
  routes: readonly Route[],
  method: string,
  path: string,
): Match<Route> | undefined {
  return routes
    .filter((route) => route.method === method || route.method === 'ANY')
    .toSorted((one, other) => compareRank(rankOf(one), rankOf(other)))
    .map((route) => ({ route, pathParameters: matchPath(route.path, path) }))
    .find((match): match is Match<Route> => match.pathParameters !== undefined);
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
