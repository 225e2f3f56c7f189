import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import { errorCode } from '../../../functions/adapters/postgres/connection/errors.ts';
import { limits } from './limits.ts';
import { type Refusal, refuse } from './refusals.ts';

/** Above the listener's limit, so that the listener can answer. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;
/** How long a refused client may go on sending: a reset connection would lose the answer. */
const LINGER_MS = 1_000;

interface ProblemServerDeps {
  readonly siteOrigin: string;
  readonly clock: () => Date;
  readonly makeRequestId: () => string;
}

/**
 * An HTTP server that answers protocol errors with a problem, where Node would send a bare status.
 * Such errors are bytes that are no request, oversized headers, and a request without a Host. An
 * unknown expectation is ignored, as RFC 9110, section 10.1.1, allows.
 */
export function problemServer(listener: RequestListener, deps: ProblemServerDeps): Server {
  const open = new Set<ServerResponse>();
  const server = createServer({
    // A large body that is refused is in memory up to here: each read brings up to 64 kB.
    highWaterMark: 16 * 1024,
    maxHeaderSize: MAX_HEADER_BYTES,
    requestTimeout: limits.requestMs,
    requireHostHeader: false,
  });
  // The limit in bytes is enough.
  server.maxHeadersCount = 0;
  const serve: RequestListener = (request, response) => {
    const { socket } = request;
    if (!socket.writable) return;
    if (!hasOneHost(request)) return hangUp(socket, problem('request_malformed', deps));
    open.add(response);
    response.on('close', () => open.delete(response));
    return listener(request, response);
  };
  server.on('request', serve);
  server.on('checkExpectation', serve);
  server.on('clientError', (error, socket) => {
    // A refused connection is read to its end, and every further chunk is an error again.
    if (!socket.writable) return;
    const isAnswering = [...open].some((one) => one.socket === socket && one.headersSent);
    const code = codes[errorCode(error) ?? ''] ?? 'request_malformed';
    hangUp(socket, isAnswering ? Buffer.alloc(0) : problem(code, deps));
  });
  return server;
}

/** The parser errors with a code of their own; all others are `request_malformed`. */
const codes: Readonly<Record<string, Refusal>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timed_out',
  HPE_HEADER_OVERFLOW: 'headers_too_large',
};

/** HTTP/1.1 requires exactly one Host (RFC 9112, section 3.2); Node accepts a second one. */
function hasOneHost({ httpVersion, rawHeaders }: IncomingMessage): boolean {
  if (httpVersion === '1.0') return true;
  const isHost = (text: string, index: number) => index % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.filter(isHost).length === 1;
}

/** A problem as bytes: without a request, Node offers no response object. */
function problem(code: Refusal, deps: ProblemServerDeps): Buffer {
  const context = { requestId: deps.makeRequestId(), siteOrigin: deps.siteOrigin };
  const { status, headers, body } = refuse(code, context);
  const date = deps.clock().toUTCString();
  const length = Buffer.byteLength(body);
  const fields = { ...headers, connection: 'close', 'content-length': length, date };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}`);
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', ''].join('\r\n');
  return Buffer.from(head + body);
}

/** Closes a connection after everything that is being sent and a last message. */
function hangUp(socket: Duplex, lastMessage: Buffer): void {
  socket.end(lastMessage);
  const linger = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(linger));
}
