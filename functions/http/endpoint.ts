import { exactRoute } from '../../src/contract/exact-route.ts';
import type { Counts } from '../../src/contract/metrics.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Env } from '../env.ts';
import { type Edge, once } from './edge.ts';
import type { Handler, Refusal } from './handler.ts';
import { describeError, type LogLine } from './log.ts';
import { type AnyReply, renderRefusal, renderReply, withoutContent } from './reply.ts';
import { type Arrival, type Call, type Reading, readRequest } from './request.ts';

/**
 * Answers the requests of one route, and never throws.
 * @param pathParameters the percent-decoded values for the names in the route's path
 */
export type Endpoint = (
  request: Request,
  arrival: Arrival,
  pathParameters?: Call['pathParameters'],
) => Promise<Response>;

/** The dependencies of a route, which live as long as the process. */
export interface Wiring<Known, Deps> extends Reading<Known> {
  readonly deps: Deps;
}

/** A handler of any route. `serve` gives it the request that its own route has read. */
interface AnyHandler<Deps> {
  handle(request: object, deps: Deps): AnyReply | Refusal | Promise<AnyReply | Refusal>;
}

/** An answer, and what the log says of it besides its status. */
interface Served extends Pick<LogLine, 'code' | 'error'> {
  readonly response: Response;
  readonly counts?: Counts;
}

/**
 * Makes an endpoint of a handler. It checks request and reply against the route, writes one line of
 * log, and never throws. It reads the settings at the first request, not at import. So it can answer
 * and log a bad setting, and a test can import the handler.
 */
export function endpoint<R extends Route, Known, Deps>(
  row: R,
  handle: Handler<R, Known, Deps>,
  edge: Edge,
  wire: (env: Env) => Wiring<Known, Deps>,
): Endpoint {
  const handler: AnyHandler<Deps> = { handle };
  const exact = once(() => exactRoute(row));
  const settings = once(() => edge.env());
  const wiring = once(() => ({ ...wire(settings()), siteOrigin: settings().siteOrigin }));
  return async (request, arrival, pathParameters = {}) => {
    const now = edge.now();
    const { requestId } = arrival;
    const route = exact();
    const call = { ...arrival, ...partsOf(request), pathParameters, now };
    const work = edge.counting(async () => serve(route, call, handler, wiring()));
    const { response, counts, ...rest } = await work.done.catch((error: unknown) =>
      answerException(route, error, edge, { requestId, siteOrigin: originIn(settings) }),
    );
    edge.log({
      time: now.toISOString(),
      requestId,
      route: route.name,
      status: response.status,
      durationMs: edge.now().getTime() - now.getTime(),
      ...rest,
      counts: { ...counts, ...countAnswer(rest.code, response), ...work.counts() },
    });
    return request.method === 'HEAD' ? withoutContent(response) : response;
  };
}

/** A request as readers take it apart. */
function partsOf(request: Request): Pick<Call, 'request' | 'path' | 'query' | 'headers'> {
  const { pathname, search } = new URL(request.url);
  return {
    request,
    path: pathname,
    query: search.slice(1),
    headers: Object.fromEntries(request.headers),
  };
}

async function serve<Known, Deps>(
  route: Route,
  call: Call,
  handler: AnyHandler<Deps>,
  wiring: Wiring<Known, Deps> & { readonly siteOrigin: string },
): Promise<Served> {
  const { deps, ...reading } = wiring;
  const { siteOrigin } = reading;
  const { requestId, headers, now } = call;
  const context = { requestId, siteOrigin, authorization: headers.authorization };
  const request = await readRequest(route, call, reading);
  const reply = request.ok ? await handler.handle(request.value, deps) : request;
  const { cause, counts } = reply;
  const error = cause === undefined ? {} : { error: describeError(cause) };
  const noted = { ...error, ...(counts ? { counts } : {}) };
  if ('code' in reply) {
    return { response: renderRefusal(route, reply, context), code: reply.code, ...noted };
  }
  return { response: renderReply(route, reply, { ...context, now }), ...noted };
}

/** The answer to an exception: an unreachable database is not a bug, any other error is one. */
function answerException(
  route: Route,
  error: unknown,
  { isUnavailable }: Edge,
  context: Parameters<typeof renderRefusal>[2],
): Served {
  const refusal = isUnavailable(error) ? unavailable : internal;
  const response = renderRefusal(route, refusal, context);
  return { response, code: refusal.code, error: describeError(error) };
}

const unavailable: Refusal = {
  ok: false,
  code: 'temporarily_unavailable',
  detail: 'The data cannot be reached. Try again soon.',
};

const internal: Refusal = {
  ok: false,
  code: 'internal',
  detail: 'The request could not be answered. It has been logged.',
};

/** The site's origin; nothing while the settings cannot be read. */
function originIn(settings: () => Env): string | undefined {
  try {
    return settings().siteOrigin;
  } catch {
    return undefined;
  }
}

/** A call that failed: by the caller's fault, or by ours. */
function countAnswer(code: LogLine['code'], { status }: Response): Counts {
  if (code === undefined) return {};
  return status < 500 ? { Refusals: 1 } : { Faults: 1 };
}
