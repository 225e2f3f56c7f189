import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../functions/adapters/postgres/connection/errors.ts';
import { limits } from './gateway/limits.ts';
import { type OwnCode, ownAnswer } from './gateway/own-answer.ts';

/** Node's own limit would end a connection before the gateway could answer about its headers. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
/** How long a refused client is listened to: who sends on meanwhile would lose the answer. */
const LINGER_MS = 1_000;

interface ProblemServerDeps {
  readonly siteOrigin: string;
  readonly clock: () => Date;
  readonly makeRequestId: () => string;
}

/**
 * A server of HTTP that answers what no listener gets to see (bytes that are no request, headers
 * beyond all measure, a request without a Host) as the listener answers its own refusals, where
 * Node sends a status and nothing else. An expectation that nobody knows counts as none, which
 * RFC 9110, section 10.1.1, leaves to the server.
 */
export function problemServer(listener: RequestListener, deps: ProblemServerDeps): Server {
  const open = new WeakMap<Duplex, Set<ServerResponse>>();
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: limits.requestMs,
    requireHostHeader: false,
  });
  // The bytes are counted, so the lines need not be.
  server.maxHeadersCount = 0;
  const serve: RequestListener = (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    if (!hasOneHost(request)) return hangUp(socket, problem('request_malformed', deps));
    const responses = open.get(socket) ?? new Set();
    open.set(socket, responses.add(response));
    response.once('close', () => responses.delete(response));
    return listener(request, response);
  };
  server.on('request', serve);
  server.on('checkExpectation', serve);
  server.on('clientError', (error, socket) => {
    // Once refused, a connection is only read to its end, and every chunk of it is an error again.
    if (!socket.writable) return;
    const isAnswering = [...(open.get(socket) ?? [])].some((response) => response.headersSent);
    const code = codes[errorCode(error) ?? ''] ?? 'request_malformed';
    hangUp(socket, isAnswering ? Buffer.alloc(0) : problem(code, deps));
  });
  return server;
}

/** The errors of Node's parser that are more than bytes against the grammar. */
const codes: Readonly<Record<string, OwnCode>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timed_out',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** What RFC 9112, section 3.2, demands of HTTP/1.1; Node lets a second Host pass. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion === '1.0') return true;
  const names = rawHeaders.filter((_text, index) => index % 2 === 0);
  return names.filter((name) => name.toLowerCase() === 'host').length === 1;
}

/** A problem as it goes over the wire: without a request, Node has no response to write it to. */
function problem(code: OwnCode, { clock, makeRequestId, siteOrigin }: ProblemServerDeps): Buffer {
  const { status, headers, body } = ownAnswer(code, { requestId: makeRequestId(), siteOrigin });
  const fields = {
    ...headers,
    connection: 'close',
    'content-length': body.length,
    date: clock().toUTCString(),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
  return Buffer.concat([Buffer.from(head), body]);
}

/** Ends a connection after what is on its way and some last words. */
function hangUp(socket: Duplex, lastWords: Buffer): void {
  socket.end(lastWords);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}
