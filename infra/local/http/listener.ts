import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { asCaller } from '../../../functions/adapters/postgres/connection/turns.ts';
import type { Timer } from '../../../functions/flows/timer.ts';
import { type Application, requestMethod } from '../../../functions/http/application.ts';
import type { Arrival } from '../../../functions/http/request.ts';
import { describeError } from '../errors.ts';
import { limits, maxDroppedBytes, maxEarlyBytes } from './limits.ts';
import {
  chunksOf,
  dropBody,
  headerBytes,
  originForm,
  readBody,
  streamOf,
  toldBytes,
} from './read-request.ts';
import { type Refusal, refuse } from './refusals.ts';

interface ListenerDeps {
  /** The origin that the API shares with the pages; its cookies depend on it. */
  readonly siteOrigin: string;
  readonly makeRequestId: () => string;
  readonly timer: Timer;
  /** Logs the stack of what failed outside of the application. */
  readonly report: (text: string) => void;
}

/** A request on its way through Node's server, and the refusals that the server makes of it. */
interface Exchange extends Arrival {
  readonly request: IncomingMessage;
  readonly refuse: (code: Refusal) => Response;
}

/** Serves an application by Node's server, within AWS's limits. Only here are Node's requests. */
export function httpListener(application: Application, deps: ListenerDeps): RequestListener {
  return async (request, response) => {
    const requestId = deps.makeRequestId();
    const sourceAddress = (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
    const problem = (code: Refusal) => {
      const { body, ...head } = refuse(code, { requestId, siteOrigin: deps.siteOrigin });
      return new Response(body, head);
    };
    const exchange = { request, requestId, sourceAddress, refuse: problem };
    try {
      await send(response, await answer(exchange, application, deps), exchange);
    } catch (error) {
      if (request.destroyed && !request.complete) return;
      deps.report(`${requestId} the server failed: ${describeError(error)}`);
      if (response.headersSent) response.destroy();
      else await send(response, problem('internal'), exchange);
    }
  };
}

async function answer(
  exchange: Exchange,
  application: Application,
  { timer }: ListenerDeps,
): Promise<Response> {
  const { request, requestId, sourceAddress } = exchange;
  if ((request.url ?? '').length > limits.urlBytes) return exchange.refuse('uri_too_long');
  if (headerBytes(request) > limits.headerBytes) return exchange.refuse('headers_too_large');
  const told = toldBytes(request);
  if (Number.isFinite(told) && told > limits.payloadBytes)
    return exchange.refuse('payload_too_large');
  const isLate = told > maxEarlyBytes;
  const small = told > 0 && !isLate ? await readBody(request, maxEarlyBytes) : undefined;
  // A large body is read when its endpoint has identified and counted the caller.
  const body = isLate ? streamOf(chunksOf(request)) : small;
  const call = webRequest(request, body);
  const end = Promise.withResolvers<Response>();
  let cancel = () => {};
  const startTimer = () => {
    cancel = timer(() => end.resolve(exchange.refuse('timed_out')), limits.timeoutMs);
  };
  // Node's server limits how long a large body takes to arrive, so the timer starts after it.
  if (isLate) request.once('end', startTimer);
  else startTimer();
  try {
    const work = asCaller(callerOf(exchange), () =>
      application(call, { requestId, sourceAddress }),
    );
    return await Promise.race([work, end.promise]);
  } finally {
    request.off('end', startTimer);
    cancel();
  }
}

/** The application knows no origin but that of the settings. */
const base = 'http://application';

/** A request in the web's own types; GET and HEAD have no body there. */
function webRequest(
  { method = 'GET', url = '/', rawHeaders }: IncomingMessage,
  body: Buffer<ArrayBuffer> | ReadableStream | undefined,
): Request {
  const headers = new Headers();
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    headers.append(rawHeaders[index] ?? '', rawHeaders[index + 1] ?? '');
  }
  const target = originForm(url)
    .replace(/^(?!\/)/, '/')
    .replaceAll('#', '%23');
  const isBodiless = method === 'GET' || method === 'HEAD';
  const init = {
    method: requestMethod(method),
    headers,
    body: isBodiless || body === undefined ? null : body,
    duplex: 'half',
  };
  return new Request(`${base}${target}`, init);
}

/** Tells callers apart by what they send. Invented credentials are new callers. */
function callerOf({ request: { headers }, sourceAddress }: Exchange): string {
  return headers.authorization ?? headers.cookie ?? sourceAddress;
}

async function send(
  response: ServerResponse,
  answer: Response,
  { request }: Exchange,
): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (body.length > limits.payloadBytes) throw new RangeError('The answer is too large.');
  for (const [name, value] of answer.headers) {
    // CORS has set `vary` already where other origins may call; cookies come one by one.
    if (name === 'vary' || name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  // A length of zero would mean that GET has no content either (RFC 9110, section 8.6).
  const isBodiless = [204, 304].includes(answer.status) || request.method === 'HEAD';
  if (!isBodiless) response.setHeader('content-length', body.length);
  response.statusCode = answer.status;
  // Node sends a text in one piece with the head; in Latin-1 each character is a byte.
  const content = isBodiless ? '' : body.toString('latin1');
  if (request.complete || toldBytes(request) <= maxEarlyBytes) {
    return void response.end(content, 'latin1');
  }
  response.setHeader('connection', 'close');
  response.flushHeaders();
  if (content) response.write(content, 'latin1');
  await dropBody(request, maxDroppedBytes);
  response.end();
}
