/** The columns of the route table that decide which route answers. */
export interface MatchableRoute {
  readonly method: string;
  /** `{name}` stands for one segment, `{name+}` at the end for one or more. */
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
  const segments = decodedSegments(path);
  if (segments === undefined) return undefined;
  return routes
    .filter((route) => route.method === method || route.method === 'ANY')
    .toSorted((one, other) => compareRank(rankOf(one), rankOf(other)))
    .map((route) => ({ route, pathParameters: parametersOf(route.path, segments) }))
    .find((match): match is Match<Route> => match.pathParameters !== undefined);
}

function decodedSegments(path: string): string[] | undefined {
  try {
    return path.split('/').slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function parametersOf(
  pattern: string,
  segments: readonly string[],
): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  const expected = pattern.split('/').slice(1);
  for (const [index, part] of expected.entries()) {
    const name = nameOf(part);
    const value = part.endsWith('+}') ? segments.slice(index).join('/') : segments[index];
    if (name === undefined ? value !== part : !value) return undefined;
    if (name !== undefined && value) parameters[name] = value;
  }
  const isGreedy = expected.at(-1)?.endsWith('+}') ?? false;
  return isGreedy || expected.length === segments.length ? parameters : undefined;
}

function nameOf(part: string): string | undefined {
  return /^\{(\w+)\+?\}$/.exec(part)?.[1];
}

/** One digit a segment, and one for the method: the smaller list is the more specific route. */
function rankOf({ method, path }: MatchableRoute): number[] {
  const segments = path.split('/').slice(1);
  const ranks = segments.map((part) => (part.endsWith('+}') ? 2 : nameOf(part) ? 1 : 0));
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
