import {
  matchPath,
  type SegmentKind,
  templateSegments,
} from '../../../src/contract/path-template.ts';

/** The columns of the route table that decide which route answers. */
export interface MatchableRoute {
  readonly method: string;
  /** A template, as `matchPath` takes it. */
  readonly path: string;
}

export interface Match<Route> {
  readonly route: Route;
  /** What stood for each name of the path, percent-decoded. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * The route that answers, as HTTP APIs choose it: an exact path, then `{name}`, then `{name+}`;
 * among equals the one that names the method before ANY. HEAD and OPTIONS are methods like any
 * other, so only ANY answers them.
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

const rankOfKind: Readonly<Record<SegmentKind, number>> = { text: 0, one: 1, rest: 2 };

/** One digit a segment, and one for the method: the smaller list is the more specific route. */
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
