import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { exactRoute } from '../../src/contract/exact-route.ts';
import type { Counts } from '../../src/contract/metrics.ts';
import type { Route } from '../../src/contract/route.ts';
import { type RouteName, routes } from '../../src/contract/routes.ts';
import { isDatabaseUnavailable } from '../adapters/postgres/connection/errors.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import { type Env, processEnv } from '../env.ts';
import { countRetries } from './count-retries.ts';
import type { CallerDeps, Handler, LimitDeps, Refusal } from './handler.ts';
import { describeError, type Log, type LogLine, logToConsole } from './log.ts';
import { once } from './once.ts';
import { refuseExcess } from './rate-limit.ts';
import {
  type AnyReply,
  type LambdaAnswer,
  renderRefusal,
  renderReply,
  withoutContent,
} from './reply.ts';
import { type AnyRequest, type CallerStores, readRequest } from './request.ts';

/** A Lambda function behind an API Gateway HTTP API, payload format 2.0. */
export type LambdaHandler = (event: APIGatewayProxyEventV2) => Promise<LambdaAnswer>;

/** What surrounds every handler: settings, clock and log. */
export interface Edge {
  readonly env: () => Env;
  readonly now: () => Date;
  readonly log: Log;
}

const processEdge: Edge = { env: processEnv, now: () => new Date(), log: logToConsole };

/** What the wrapper itself reads and writes: each route is wired with what its row needs. */
interface Stores extends CallerStores {
  readonly buckets?: BucketStore;
}

/**
 * A handler whose row is forgotten. Written as a method, whose arguments TypeScript compares in
 * both directions: the wrapper promises by hand what the types cannot follow, that body, query
 * and caller were read by the row of the very route that the handler is for.
 */
interface AnyHandler {
  handle(request: AnyRequest, deps: Stores): AnyReply | Refusal | Promise<AnyReply | Refusal>;
}

/** An answer, and what the log says of it besides its status. */
interface Served extends Pick<LogLine, 'code' | 'error'> {
  readonly result: LambdaAnswer;
  readonly counts?: Counts;
}

/**
 * Makes a Lambda function of a handler: reads and checks the request by the route's row of the
 * table, finds out who calls, runs the handler, checks the reply, answers, and writes one line
 * of log. The function never throws.
 *
 * Settings are read and dependencies wired at the first request, not at import, so that a bad
 * setting is answered and logged, and a test can import the handler.
 *
 * @param wire makes the handler's dependencies, which live as long as the process
 */
export function lambda<Name extends RouteName, Deps extends CallerDeps<Name>>(
  name: Name,
  handle: Handler<Name, Deps>,
  wire: (env: Env) => Deps & LimitDeps<Name>,
  edge: Edge = processEdge,
): LambdaHandler {
  const anyHandler: AnyHandler = { handle };
  const row = once(() => exactRoute(routes[name]));
  const settings = once(() => edge.env());
  const wiring = once(() => ({ env: settings(), deps: wire(settings()) }));
  return async (event) => {
    const now = edge.now();
    const { requestId } = event.requestContext;
    const route = row();
    const isHead = event.requestContext.http.method === 'HEAD';
    const work = countRetries(() => serve(route, event, anyHandler, wiring, now));
    const { result, counts, ...rest } = await work.done.catch((error: unknown) =>
      answerException(route, error, { requestId, siteOrigin: originIn(settings) }),
    );
    edge.log({
      time: now.toISOString(),
      requestId,
      route: name,
      status: result.statusCode,
      durationMs: edge.now().getTime() - now.getTime(),
      ...rest,
      counts: { ...counts, ...countAnswer(rest.code, result), ...work.counts() },
    });
    return isHead ? withoutContent(result) : result;
  };
}

async function serve(
  route: Route,
  event: APIGatewayProxyEventV2,
  handler: AnyHandler,
  wiring: () => { readonly env: Env; readonly deps: Stores },
  now: Date,
): Promise<Served> {
  const { env, deps } = wiring();
  const { siteOrigin } = env;
  const { requestId } = event.requestContext;
  const context = { requestId, siteOrigin, authorization: event.headers.authorization };
  const request = await readRequest(route, event, { siteOrigin, stores: deps, now });
  const counting = { env, buckets: deps.buckets, now };
  const reply = request.ok
    ? ((await refuseExcess(route, event, request.value.caller, counting)) ??
      (await handler.handle(request.value, deps)))
    : request.refusal;
  if ('problem' in reply) {
    const result = renderRefusal(route, reply, context);
    const { problem: code, cause } = reply;
    return { result, code, ...(cause === undefined ? {} : { error: describeError(cause) }) };
  }
  const result = renderReply(route, reply, { ...context, now });
  return { result, ...(reply.counts ? { counts: reply.counts } : {}) };
}

/** The answer to an exception: a database that cannot answer is not a bug, all else is one. */
function answerException(
  route: Route,
  error: unknown,
  context: Parameters<typeof renderRefusal>[2],
): Served {
  const refusal: Refusal = isDatabaseUnavailable(error)
    ? { problem: 'temporarily_unavailable', detail: 'The data cannot be reached. Try again soon.' }
    : { problem: 'internal', detail: 'The request could not be answered. It has been logged.' };
  return {
    result: renderRefusal(route, refusal, context),
    code: refusal.problem,
    error: describeError(error),
  };
}

/** The site's origin; nothing while the settings cannot be read. */
function originIn(settings: () => Env): string | undefined {
  try {
    return settings().siteOrigin;
  } catch {
    return undefined;
  }
}

/** A call that was not served as it was meant, by whose doing. */
function countAnswer(code: LogLine['code'], { statusCode }: LambdaAnswer): Counts {
  if (code === undefined) return {};
  return statusCode < 500 ? { Refusals: 1 } : { Faults: 1 };
}
