import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Counts } from '../../src/contract/metrics.ts';
import { exactRoute, type Route } from '../../src/contract/route.ts';
import type { Env } from '../env.ts';
import { type Edge, once } from './edge.ts';
import type { Handler, Refusal } from './handler.ts';
import { describeError, type LogLine } from './log.ts';
import {
  type AnyReply,
  type LambdaAnswer,
  renderRefusal,
  renderReply,
  withoutContent,
} from './reply.ts';
import { type LateBody, type Reading, readRequest } from './request.ts';

/** A Lambda function behind an API Gateway HTTP API, payload format 2.0. */
export type LambdaHandler = (
  event: APIGatewayProxyEventV2,
  context?: LateBody,
) => Promise<LambdaAnswer>;

/** The dependencies of a function, which live as long as the process. */
export interface Wiring<Known, Deps> extends Reading<Known> {
  readonly deps: Deps;
}

/**
 * A handler of any route: TypeScript compares the arguments of a method in both directions. `serve`
 * gives it the request that its own route has read.
 */
interface AnyHandler<Deps> {
  handle(request: object, deps: Deps): AnyReply | Refusal | Promise<AnyReply | Refusal>;
}

/** An answer, and what the log says of it besides its status. */
interface Served extends Pick<LogLine, 'code' | 'error'> {
  readonly result: LambdaAnswer;
  readonly counts?: Counts;
}

/**
 * Makes a Lambda function of a handler. It checks request and reply against the route, writes one
 * line of log, and never throws. It reads the settings at the first request, not at import. So it
 * can answer and log a bad setting, and a test can import the handler.
 */
export function lambda<R extends Route, Known, Deps>(
  row: R,
  handle: Handler<R, Known, Deps>,
  edge: Edge,
  wire: (env: Env) => Wiring<Known, Deps>,
): LambdaHandler {
  const handler: AnyHandler<Deps> = { handle };
  const exact = once(() => exactRoute(row));
  const settings = once(() => edge.env());
  const wiring = once(() => ({ ...wire(settings()), siteOrigin: settings().siteOrigin }));
  return async (event, { readBody } = {}) => {
    const now = edge.now();
    const { requestId } = event.requestContext;
    const route = exact();
    const isHead = event.requestContext.http.method === 'HEAD';
    const work = edge.counting(async () =>
      serve(route, { event, readBody, now }, handler, wiring()),
    );
    const { result, counts, ...rest } = await work.done.catch((error: unknown) =>
      answerException(route, error, edge, { requestId, siteOrigin: originIn(settings) }),
    );
    edge.log({
      time: now.toISOString(),
      requestId,
      route: route.name,
      status: result.statusCode,
      durationMs: edge.now().getTime() - now.getTime(),
      ...rest,
      counts: { ...counts, ...countAnswer(rest.code, result), ...work.counts() },
    });
    return isHead ? withoutContent(result) : result;
  };
}

interface Call extends LateBody {
  readonly event: APIGatewayProxyEventV2;
  readonly now: Date;
}

async function serve<Known, Deps>(
  route: Route,
  { event, ...call }: Call,
  handler: AnyHandler<Deps>,
  wiring: Wiring<Known, Deps> & { readonly siteOrigin: string },
): Promise<Served> {
  const { deps, ...reading } = wiring;
  const { siteOrigin } = reading;
  const { requestId } = event.requestContext;
  const context = { requestId, siteOrigin, authorization: event.headers.authorization };
  const request = await readRequest(route, event, { ...reading, ...call });
  const reply = request.ok ? await handler.handle(request.value, deps) : request;
  const { cause, counts } = reply;
  const error = cause === undefined ? {} : { error: describeError(cause) };
  const noted = { ...error, ...(counts ? { counts } : {}) };
  if ('code' in reply) {
    return { result: renderRefusal(route, reply, context), code: reply.code, ...noted };
  }
  return { result: renderReply(route, reply, { ...context, now: call.now }), ...noted };
}

/** The answer to an exception: an unreachable database is not a bug, any other error is one. */
function answerException(
  route: Route,
  error: unknown,
  { isUnavailable }: Edge,
  context: Parameters<typeof renderRefusal>[2],
): Served {
  const refusal = isUnavailable(error) ? unavailable : internal;
  const result = renderRefusal(route, refusal, context);
  return { result, code: refusal.code, error: describeError(error) };
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
function countAnswer(code: LogLine['code'], { statusCode }: LambdaAnswer): Counts {
  if (code === undefined) return {};
  return statusCode < 500 ? { Refusals: 1 } : { Faults: 1 };
}
