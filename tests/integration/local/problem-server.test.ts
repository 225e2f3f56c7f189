import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../functions/http/application.ts';
import { renderRefusal } from '../../../functions/http/reply.ts';
import { httpListener } from '../../../infra/local/http/listener.ts';
import { originRouter } from '../../../infra/local/http/origin-router.ts';
import { problemServer } from '../../../infra/local/http/problem-server.ts';
import { answerUnmatched } from '../../../src/contract/api.ts';
import { problemSchema } from '../../../src/contract/problem.ts';

const siteOrigin = 'http://localhost:4321';
const clock = () => new Date('2026-11-21T10:00:00Z');
const makeRequestId = () => 'request-1';

const unmatched = { ok: false, code: 'not_found', detail: 'x' } as const;

const answer: Application = async ({ url }) =>
  new URL(url).pathname === '/api/things'
    ? new Response('thing')
    : renderRefusal(answerUnmatched, unmatched, { requestId: 'request-1' });

const api = httpListener(answer, {
  siteOrigin,
  makeRequestId,
  timer: () => () => undefined,
  report: (problem) => reports.push(problem),
});

let reports: string[];
let site: (request: IncomingMessage, response: ServerResponse) => void;
let server: Server;
let sockets: Socket[];

beforeEach(async () => {
  reports = [];
  sockets = [];
  site = (request, response) => response.end(`page ${request.url}`);
  server = problemServer(
    originRouter(api, (request, response) => site(request, response), siteOrigin),
    { clock, makeRequestId, siteOrigin },
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
  expect(reports).toEqual([]);
});

/** A client that continues to send after the server's answer. */
function connected(): Socket {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not listening');
  const socket = connect({ port: address.port, host: '127.0.0.1', allowHalfOpen: true });
  sockets.push(socket);
  return socket;
}

/** Sends bytes and reads until the server closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = connected();
  socket.write(bytes);
  return text(socket);
}

/** A request with the header `Connection: close`. */
function lastRequest(target: string, ...lines: string[]): string {
  return [`GET ${target} HTTP/1.1`, 'host: a', ...lines, 'connection: close', '', ''].join('\r\n');
}

function expectProblem(answer: string, status: number, code: string): void {
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  const lines = head.toLowerCase().split('\r\n');
  expect(lines[0]).toMatch(`http/1.1 ${status} `);
  expect(lines).toEqual(
    expect.arrayContaining([
      'content-type: application/problem+json',
      'cache-control: private, no-store',
      'x-content-type-options: nosniff',
      'x-request-id: request-1',
      'connection: close',
      `content-length: ${body.length}`,
    ]),
  );
  expect(lines.some((line) => line.startsWith('date: '))).toBe(true);
  const problem = problemSchema.parse(JSON.parse(body));
  expect(problem).toMatchObject({ status, code, requestId: 'request-1' });
}

const host = 'host: a\r\n';

describe('bytes that are no request', () => {
  it.each([
    ['a header line without a colon', 'GET /api/things HTTP/1.1\r\nhost a\r\n\r\n'],
    ['an unknown method', `FOO /api/things HTTP/1.1\r\n${host}\r\n`],
    ['an address without a slash', `GET api HTTP/1.1\r\n${host}\r\n`],
    ['no Host', 'GET /api/things HTTP/1.1\r\n\r\n'],
    ['two Hosts', `GET /api/things HTTP/1.1\r\n${host}${host}\r\n`],
    [
      'two lengths',
      `POST /api/things HTTP/1.1\r\n${host}content-length: 3\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      'a malformed chunk',
      `POST /api/things HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n\r\n`,
    ],
    ['another protocol', 'SSH-2.0-client\r\n'],
  ])('with %s get a problem', async (_title, bytes) => {
    expectProblem(await exchange(bytes), 400, 'request_malformed');
  });

  it('with 6 MB in one header get a problem that the client can read', async () => {
    const authorization = `authorization: Bearer ${'x'.repeat(6 * 1024 * 1024)}\r\n`;
    const answer = await exchange(`GET /api/things HTTP/1.1\r\n${host}${authorization}\r\n`);
    expectProblem(answer, 431, 'headers_too_large');
  });

  it('after the start of an answer close the connection without a second one', async () => {
    site = (_request, response) => response.write('half');
    const answer = await exchange(`GET / HTTP/1.1\r\n${host}\r\nnonsense\r\n\r\n`);
    expect(answer).toContain('half');
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  });

  it('leave no socket open, even when the client continues to send', async () => {
    const socket = connected();
    socket.on('error', () => undefined);
    socket.write('nonsense\r\n\r\n');
    expectProblem(await text(socket), 400, 'request_malformed');
    socket.write('and more of it\r\n');
    const count = () => new Promise((resolve) => server.getConnections((_e, n) => resolve(n)));
    await vi.waitFor(async () => expect(await count()).toBe(0), { timeout: 5_000 });
  });

  it('do not run the request that comes after them', async () => {
    const requests = vi.fn();
    site = requests;
    const answer = await exchange(`GET / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n${host}\r\n`);
    expectProblem(answer, 400, 'request_malformed');
    expect(requests).not.toHaveBeenCalled();
  });
});

describe('a request', () => {
  it('with an unknown expectation is answered like one without', async () => {
    expect(await exchange(lastRequest('/api/things', 'expect: foo'))).toMatch(/200 OK.*thing$/s);
  });

  it('with 2,000 tiny headers is answered', async () => {
    const lines = Array.from({ length: 2_000 }, () => 'a:');
    expect(await exchange(lastRequest('/api/things', ...lines))).toMatch(/200 OK.*thing$/s);
  });

  it('of HTTP/1.0 needs no Host', async () => {
    expect(await exchange('GET /api/things HTTP/1.0\r\n\r\n')).toMatch(/200 OK.*thing$/s);
  });

  it.each(['http://localhost:4321/api/things', 'https://localhost/api/things?x'])(
    'for %s gets to the API',
    async (target) => {
      expect(await exchange(lastRequest(target))).toMatch(/200 OK.*thing$/s);
    },
  );

  it.each(['/api', '/api?x', '//api/things', 'http://localhost:4321/api', 'http://a//api/things'])(
    'for %s gets a problem and no page',
    async (target) => {
      expectProblem(await exchange(lastRequest(target)), 404, 'not_found');
    },
  );

  it('for a whole URL gets the page at its path', async () => {
    expect(await exchange(lastRequest('http://localhost:4321?x'))).toMatch(/page \/\?x$/);
  });
});
