import type { IncomingMessage, ServerResponse } from 'node:http';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { describeError } from './describe-error.ts';
import { answerAtEdge } from './gateway/edge.ts';
import { splitUrl, toEvent } from './gateway/event.ts';
import { lambdaContext } from './gateway/lambda-context.ts';
import { limits } from './gateway/limits.ts';
import { type OwnCode, ownAnswer } from './gateway/own-answer.ts';
import { readBody } from './gateway/read-body.ts';
import { type HttpAnswer, toAnswer } from './gateway/result.ts';
import { type Match, type MatchableRoute, matchRoute } from './gateway/route-match.ts';
import type { Timer } from './timer.ts';

/** What the gateway reads of a row of the route table. */
export interface GatewayRoute extends MatchableRoute {
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
}

/** A function as Lambda calls it. */
export type LambdaHandler = (event: APIGatewayProxyEventV2, context: Context) => unknown;

interface GatewayDeps {
  readonly routes: readonly GatewayRoute[];
  /** The handler of a route's file; a route without one is a fault of ours. */
  readonly handlerOf: (file: string) => LambdaHandler | undefined;
  /** The origin that the API shares with the pages; its cookies depend on it. */
  readonly siteOrigin: string;
  readonly clock: () => Date;
  readonly makeRequestId: () => string;
  readonly timer: Timer;
  /** Takes what the functions' log would hold: the stack of a handler that threw. */
  readonly report: (text: string) => void;
}

/** One request on its way through the gateway. */
interface Passage {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly at: Date;
}

/**
 * Answers HTTP through Lambda functions as API Gateway's HTTP API does, with CloudFront in front:
 * its events, its limits, its choice of routes. Its own errors are problems of the contract.
 */
export function gateway(
  deps: GatewayDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const passage = { request, requestId: deps.makeRequestId(), at: deps.clock() };
    try {
      send(response, await answer(passage, deps), passage);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      deps.report(`${passage.requestId} the gateway failed: ${describeError(error)}`);
      if (response.headersSent) response.destroy();
      else send(response, refuse('internal', passage, deps), passage);
    }
  };
}

async function answer(passage: Passage, deps: GatewayDeps): Promise<HttpAnswer> {
  const { request, requestId } = passage;
  const url = request.url ?? '/';
  const method = request.method ?? 'GET';
  const body = await readBody(request);
  if (url.length > limits.urlBytes) return refuse('uri_too_long', passage, deps);
  if (headerBytes(request) > limits.headerBytes) return refuse('headers_too_large', passage, deps);
  if (body === undefined) return refuse('payload_too_large', passage, deps);
  const { rawPath } = splitUrl(url);
  const match = matchRoute(deps.routes, method, rawPath);
  if (match === undefined) return refuse('not_found', passage, deps);
  const event = toEvent({
    method,
    url,
    rawHeaders: request.rawHeaders,
    body,
    httpVersion: request.httpVersion,
    sourceIp: (request.socket.remoteAddress ?? '').replace(/^::ffff:/, ''),
    requestId,
    at: passage.at,
    ...match,
  });
  const edgeRequest = { method, path: rawPath, cookies: event.cookies ?? [], requestId };
  // Where no route is meant, nobody's session is: the origin of the flows has none.
  const atEdge =
    match.route.method === 'ANY'
      ? undefined
      : answerAtEdge({ ...edgeRequest, siteOrigin: deps.siteOrigin });
  return atEdge ?? invoke(match, event, passage, deps);
}

async function invoke(
  { route }: Match<GatewayRoute>,
  event: APIGatewayProxyEventV2,
  passage: Passage,
  deps: GatewayDeps,
): Promise<HttpAnswer> {
  const { requestId, at } = passage;
  const context = lambdaContext(route.file, requestId, at, deps.clock);
  let cancel = (): void => {};
  const timeout = new Promise<'late'>((resolve) => {
    cancel = deps.timer(() => resolve('late'), limits.timeoutMs);
  });
  try {
    const outcome = await Promise.race([run(route, event, context, deps), timeout]);
    if (outcome === 'late') return refuse('timed_out', passage, deps);
    return outcome ?? refuse('internal', passage, deps);
  } finally {
    cancel();
  }
}

/** Never rejects: a handler that fails after the timeout has nobody left to catch it. */
async function run(
  route: GatewayRoute,
  event: APIGatewayProxyEventV2,
  context: Context,
  deps: GatewayDeps,
): Promise<HttpAnswer | undefined> {
  try {
    const handler = deps.handlerOf(route.file);
    if (handler === undefined) throw new Error('the route has no handler');
    const result = toAnswer(await handler(event, context));
    if (result === undefined) deps.report(`${context.awsRequestId} ${route.file}: malformed reply`);
    return result;
  } catch (error) {
    deps.report(`${context.awsRequestId} ${route.file} threw: ${describeError(error)}`);
    return undefined;
  }
}

function refuse(code: OwnCode, { requestId }: Passage, { siteOrigin }: GatewayDeps): HttpAnswer {
  return ownAnswer(code, { requestId, siteOrigin });
}

function headerBytes(request: IncomingMessage): number {
  const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
  const separators = (request.rawHeaders.length / 2) * ': \r\n'.length;
  return request.rawHeaders.reduce((sum, text) => sum + text.length, line.length + separators);
}

function send(
  response: ServerResponse,
  answer: HttpAnswer,
  { request, requestId }: Pick<Passage, 'request' | 'requestId'>,
): void {
  for (const [name, value] of Object.entries(answer.headers)) {
    // Whoever lets other origins call has said already that answers differ by them.
    if (name === 'vary') response.appendHeader(name, value);
    else response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  response.setHeader('apigw-requestid', requestId);
  // A length of zero would say that GET has no content either (RFC 9110, section 8.6).
  const isBodiless = [204, 304].includes(answer.status) || request.method === 'HEAD';
  if (!isBodiless) response.setHeader('content-length', answer.body.length);
  response.statusCode = answer.status;
  response.end(isBodiless ? undefined : answer.body);
}
