import { matchPath, templateSegments } from '../../src/contract/path-template.ts';

/** The parts of a route that decide whether it matches. */
export interface Matchable {
  readonly method: string;
  /** A template, as `matchPath` takes it. */
  readonly path: string;
}

interface Match<Route> {
  readonly route: Route;
  /** The percent-decoded value of each name in the path. */
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * Chooses the route of a method and a path. A path without names comes before `{name}`, and that
 * before `{name+}`, as in "Create routes for HTTP APIs" in the API Gateway developer guide.
 * @returns the match of a method and a path, percent-encoded and without the query
 */
export function routeMatcher<Route extends Matchable>(routes: readonly Route[]) {
  const ordered = routes.toSorted((one, other) => compareRank(rankOf(one), rankOf(other)));
  const exact = new Map(ordered.map((route) => [`${route.method} ${route.path}`, route]));
  return (method: string, path: string): Match<Route> | undefined => {
    // Most calls are to a path without names, which needs no look at the others.
    const known = exact.get(`${method} ${path}`);
    if (known) return { route: known, pathParameters: {} };
    for (const route of ordered) {
      const pathParameters = route.method === method ? matchPath(route.path, path) : undefined;
      if (pathParameters) return { route, pathParameters };
    }
    return undefined;
  };
}

const rankOfKind = { text: 0, one: 1, rest: 2 } as const;

/** A list that is smaller for a more specific path: a number for each segment. */
function rankOf({ path }: Matchable): number[] {
  const ranks = templateSegments(path).map(({ kind }) => rankOfKind[kind]);
  return [Math.max(...ranks), ...ranks];
}

function compareRank(one: readonly number[], other: readonly number[]): number {
  const length = Math.max(one.length, other.length);
  for (let index = 0; index < length; index += 1) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
