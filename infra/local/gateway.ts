import type { IncomingMessage, ServerResponse } from 'node:http';
import { describeError } from './errors.ts';
import {
  edgeAnswer,
  type GatewayRefusal,
  type HttpAnswer,
  refusalAnswer,
} from './gateway/answer.ts';
import { splitUrl, toEvent } from './gateway/event.ts';
import { invoke, type LambdaDeps } from './gateway/lambda.ts';
import { limits, maxDiscardedBytes } from './gateway/limits.ts';
import { type Match, type MatchableRoute, matchRoute } from './gateway/route-match.ts';
import { readBody } from './read-request.ts';

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
  return async (request, response) => {
    const exchange = { request, requestId: deps.makeRequestId(), startedAt: deps.clock() };
    try {
      send(response, await answer(exchange, deps), exchange);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      deps.report(`${exchange.requestId} the gateway failed: ${describeError(error)}`);
      if (response.headersSent) response.destroy();
      else send(response, refuse('internal', exchange, deps), exchange);
    }
  };
}

async function answer(exchange: Exchange, deps: GatewayDeps): Promise<HttpAnswer> {
  const { request } = exchange;
  const { url = '/', method = 'GET' } = request;
  const body = await readBody(request, limits.payloadBytes, maxDiscardedBytes);
  if (url.length > limits.urlBytes) return refuse('uri_too_long', exchange, deps);
  if (headerBytes(request) > limits.headerBytes) return refuse('headers_too_large', exchange, deps);
  if (body === undefined) return refuse('payload_too_large', exchange, deps);
  const match = matchRoute(deps.routes, method, splitUrl(url).rawPath);
  if (match === undefined) return refuse('not_found', exchange, deps);
  return answerRoute(match, body, exchange, deps);
}

async function answerRoute(
  { route, pathParameters }: Match<GatewayRoute>,
  body: Buffer,
  exchange: Exchange,
  deps: GatewayDeps,
): Promise<HttpAnswer> {
  const { request, requestId, startedAt } = exchange;
  const { url = '/', method = 'GET', rawHeaders, httpVersion, socket } = request;
  const sourceIp = (socket.remoteAddress ?? '').replace(/^::ffff:/, '');
  const sent = { method, url, rawHeaders, body, httpVersion, sourceIp };
  const event = toEvent({ ...sent, requestId, at: startedAt, route, pathParameters });
  // The flows' origin has no session: there the path of the profile matches the route for ANY.
  if (route.method !== 'ANY') {
    const { rawPath: path, cookies = [] } = event;
    const { siteOrigin } = deps;
    const edge = edgeAnswer({ method, path, cookies }, { requestId, siteOrigin });
    if (edge) return edge;
  }
  const result = await invoke({ file: route.file, event, requestId, startedAt }, deps);
  if (result === 'timed_out') return refuse('timed_out', exchange, deps);
  return result === 'failed' ? refuse('internal', exchange, deps) : result;
}

function refuse(
  code: GatewayRefusal,
  { requestId }: Exchange,
  { siteOrigin }: GatewayDeps,
): HttpAnswer {
  return refusalAnswer(code, { requestId, siteOrigin });
}

function headerBytes(request: IncomingMessage): number {
  const line = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n`;
  const separators = (request.rawHeaders.length / 2) * ': \r\n'.length;
  return request.rawHeaders.reduce((sum, text) => sum + text.length, line.length + separators);
}

function send(
  response: ServerResponse,
  answer: HttpAnswer,
  { request, requestId }: Exchange,
): void {
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
  response.end(isBodiless ? undefined : answer.body);
}
