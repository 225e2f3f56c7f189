import type { IncomingMessage, ServerResponse } from 'node:http';
import { asCaller } from '../../functions/adapters/postgres/connection/turns.ts';
import { describeError } from './errors.ts';
import { type GatewayRefusal, type HttpAnswer, refusalAnswer } from './gateway/answer.ts';
import { bodyFields, splitUrl, toEvent } from './gateway/event.ts';
import { type Invocation, invoke, type LambdaDeps, type ReadLate } from './gateway/lambda.ts';
import { limits, maxDroppedBytes, maxEarlyBytes } from './gateway/limits.ts';
import { type Match, type MatchableRoute, routeMatcher } from './gateway/route-match.ts';
import { dropBody, headerBytes, readBody, toldBytes } from './read-request.ts';

/** A route with its handler's file under `functions/`, without its extension. */
type GatewayRoute = MatchableRoute & { readonly file: string };

interface GatewayDeps extends LambdaDeps {
  readonly routes: readonly GatewayRoute[];
  /** The origin that the API shares with the pages; its cookies depend on it. */
  readonly siteOrigin: string;
  readonly makeRequestId: () => string;
}

/** A request on its way through the gateway. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly requestId: string;
  readonly startedAt: Date;
}

/**
 * Answers HTTP through Lambda functions as an HTTP API of API Gateway does behind CloudFront: its
 * events, its limits, its choice of routes. The gateway's own errors are problems of the contract.
 */
export function gateway(
  deps: GatewayDeps,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const match = routeMatcher(deps.routes);
  return async (request, response) => {
    const exchange = { request, requestId: deps.makeRequestId(), startedAt: deps.clock() };
    try {
      await send(response, await answer(exchange, match, deps), exchange);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      deps.report(`${exchange.requestId} the gateway failed: ${describeError(error)}`);
      if (response.headersSent) response.destroy();
      else await send(response, refuse('internal', exchange, deps), exchange);
    }
  };
}

async function answer(
  exchange: Exchange,
  match: ReturnType<typeof routeMatcher<GatewayRoute>>,
  deps: GatewayDeps,
): Promise<HttpAnswer> {
  const { request } = exchange;
  const { url = '/', method = 'GET' } = request;
  if (url.length > limits.urlBytes) return refuse('uri_too_long', exchange, deps);
  if (headerBytes(request) > limits.headerBytes) return refuse('headers_too_large', exchange, deps);
  if (toldBytes(request) > limits.payloadBytes) return refuse('payload_too_large', exchange, deps);
  const matched = match(method, splitUrl(url).rawPath);
  return matched ? answerRoute(matched, exchange, deps) : refuse('not_found', exchange, deps);
}

async function answerRoute(
  { route, pathParameters }: Match<GatewayRoute>,
  exchange: Exchange,
  deps: GatewayDeps,
): Promise<HttpAnswer> {
  const { request, requestId, startedAt } = exchange;
  const { url = '/', method = 'GET', rawHeaders, httpVersion, socket } = request;
  const sourceIp = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const told = toldBytes(request);
  const isLate = told > maxEarlyBytes;
  // To read what is not there would take a tenth of a short call.
  const body = isLate || told === 0 ? undefined : await readBody(request, maxEarlyBytes);
  const sent = { method, url, rawHeaders, body, httpVersion, sourceIp };
  const event = toEvent({ ...sent, requestId, at: startedAt, route, pathParameters });
  const readLate: ReadLate = async (stop) => {
    let isStopped = false;
    const late = await readBody(request, limits.payloadBytes, (chunk) => {
      isStopped = stop(chunk);
      return isStopped;
    });
    if (late) return bodyFields(late, event.headers);
    return isStopped ? undefined : 'payload_too_large';
  };
  const call = { file: route.file, event, requestId, startedAt };
  const invocation = { ...call, readLate: isLate ? readLate : undefined };
  const result = await asCaller(callerOf(event), () => invoke(invocation, deps));
  if (typeof result === 'object') return result;
  return refuse(result === 'failed' ? 'internal' : result, exchange, deps);
}

/**
 * Tells callers apart by what they send, before anybody has checked it. A caller who invents
 * credentials counts as a new caller with each of them, and each costs one statement.
 */
function callerOf({ headers, cookies, requestContext }: Invocation['event']): string {
  return headers.authorization ?? cookies?.join(';') ?? requestContext.http.sourceIp;
}

function refuse(
  code: GatewayRefusal,
  { requestId }: Exchange,
  { siteOrigin }: GatewayDeps,
): HttpAnswer {
  return refusalAnswer(code, { requestId, siteOrigin });
}

async function send(
  response: ServerResponse,
  answer: HttpAnswer,
  { request, requestId }: Exchange,
): Promise<void> {
  for (const [name, value] of Object.entries(answer.headers)) {
    // CORS has set `vary` already where other origins may call.
    if (name === 'vary') response.appendHeader(name, value);
    else response.setHeader(name, typeof value === 'string' ? value : [...value]);
  }
  response.setHeader('apigw-requestid', requestId);
  // A length of zero would mean that GET has no content either (RFC 9110, section 8.6).
  const isBodiless = [204, 304].includes(answer.status) || request.method === 'HEAD';
  if (!isBodiless) response.setHeader('content-length', answer.body.length);
  response.statusCode = answer.status;
  const content = isBodiless ? undefined : answer.body;
  if (request.complete || toldBytes(request) <= maxEarlyBytes) return void response.end(content);
  response.setHeader('connection', 'close');
  response.flushHeaders();
  if (content) response.write(content);
  await dropBody(request, maxDroppedBytes);
  response.end();
}
