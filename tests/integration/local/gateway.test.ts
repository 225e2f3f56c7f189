import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { LambdaHandler } from '../../../infra/local/gateway/lambda.ts';
import { gateway } from '../../../infra/local/http/listener.ts';
import { problemSchema } from '../../../src/contract/problem.ts';
import { type Served, serve } from './serve.ts';

const routes = [
  { method: 'GET', path: '/api/auth/me', file: 'me' },
  { method: 'POST', path: '/api/things', file: 'things' },
  { method: 'GET', path: '/api/things/{id}', file: 'things' },
  { method: 'ANY', path: '/api/rest/{path+}', file: 'rest' },
];

let handler: ReturnType<typeof vi.fn<LambdaHandler>>;
let reports: string[];
/** Fires the timer of the request under way, as 29 seconds would. */
let reachTimeout: () => void;
let cancelTimer: ReturnType<typeof vi.fn<() => void>>;
let served: Served;

beforeEach(async () => {
  handler = vi.fn<LambdaHandler>(() => ({ statusCode: 200, body: 'ok' }));
  reports = [];
  cancelTimer = vi.fn();
  const listener = gateway({
    routes,
    handlerOf: () => handler,
    siteOrigin: 'http://localhost:4321',
    clock: () => new Date('2026-11-21T10:00:00Z'),
    makeRequestId: () => 'request-1',
    timer: (callback, delayMs) => {
      expect(delayMs).toBe(29_000);
      reachTimeout = callback;
      return cancelTimer;
    },
    report: (text) => reports.push(text),
  });
  served = await serve(() => listener);
});

afterEach(() => served.close());

async function expectProblem(response: Response, status: number, code: string): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('x-request-id')).toBe('request-1');
  const problem = problemSchema.parse(await response.json());
  expect(problem).toMatchObject({ status, code, requestId: 'request-1' });
}

function eventOfCall(): APIGatewayProxyEventV2 {
  const event = handler.mock.lastCall?.[0];
  if (event === undefined) throw new Error('the handler was not called');
  return event;
}

describe('the gateway', () => {
  it('passes a request to the handler as an event, and returns its answer', async () => {
    handler.mockReturnValue({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'cache-control': 'private, no-store' },
      cookies: ['a=1; Path=/', 'b=2; Path=/'],
      body: '{"名":1}',
    });
    const response = await fetch(`${served.origin}/api/things?x=1&x=2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'c=3; d=4' },
      body: '{"sent":"名"}',
    });
    expect(eventOfCall()).toMatchObject({
      version: '2.0',
      routeKey: 'POST /api/things',
      rawPath: '/api/things',
      rawQueryString: 'x=1&x=2',
      queryStringParameters: { x: '1,2' },
      cookies: ['c=3', 'd=4'],
      body: '{"sent":"名"}',
      isBase64Encoded: false,
      requestContext: { requestId: 'request-1', http: { method: 'POST', sourceIp: '127.0.0.1' } },
    });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    expect(await response.json()).toEqual({ 名: 1 });
    expect(cancelTimer).toHaveBeenCalledOnce();
  });

  it('passes binary bodies unchanged in both directions', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    handler.mockImplementation(({ body }) => ({
      statusCode: 200,
      headers: { 'content-type': 'application/octet-stream' },
      body,
      isBase64Encoded: true,
    }));
    const response = await fetch(`${served.origin}/api/things`, { method: 'POST', body: bytes });
    expect(eventOfCall().isBase64Encoded).toBe(true);
    expect(await response.bytes()).toEqual(bytes);
  });

  it('names the path parameters', async () => {
    await fetch(`${served.origin}/api/things/a%2Fb`);
    expect(eventOfCall().pathParameters).toEqual({ id: 'a/b' });
  });

  it.each([
    ['GET', '/api/nowhere'],
    ['DELETE', '/api/things'],
    ['OPTIONS', '/api/things'],
    ['GET', '/api/things/%zz'],
  ])('answers 404 to %s %s', async (method, path) => {
    await expectProblem(await fetch(`${served.origin}${path}`, { method }), 404, 'not_found');
    expect(handler).not.toHaveBeenCalled();
  });

  it('answers HEAD through ANY, without a body', async () => {
    const response = await fetch(`${served.origin}/api/rest/x`, { method: 'HEAD' });
    expect(eventOfCall().requestContext.http.method).toBe('HEAD');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
  });

  it('accepts a body of 6 MB and no more', async () => {
    const post = (size: number) =>
      fetch(`${served.origin}/api/things`, { method: 'POST', body: Buffer.alloc(size) });
    const limit = 6 * 1024 * 1024;
    expect((await post(limit)).status).toBe(200);
    await expectProblem(await post(limit + 1), 413, 'payload_too_large');
    expect(handler).toHaveBeenCalledOnce();
  });

  describe('while a large body has not arrived', () => {
    const half = 'POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-length: 1000000\r\n\r\nhalf';

    /** Sends a part of a request, and resolves with what comes back. */
    function sendPart(part: string) {
      const socket = connect(Number(new URL(served.origin).port), '127.0.0.1');
      const answered = Promise.withResolvers<string>();
      socket.on('data', (data) => answered.resolve(String(data)));
      socket.write(part);
      return { socket, answered: answered.promise };
    }

    it('answers what its handler refuses, and asks to stop', async () => {
      handler.mockReturnValue({ statusCode: 429, body: 'later' });
      const { socket, answered } = sendPart(half);
      expect(await answered).toMatch(/^HTTP\/1\.1 429 .*\r\nconnection: close\r\n/is);
      socket.destroy();
      expect(eventOfCall()).not.toHaveProperty('body');
    });

    it('reads on after the answer, for a client that reads only when it has sent all', async () => {
      const { socket, answered } = sendPart(half);
      expect(await answered).toContain('HTTP/1.1 200');
      const ended = once(socket, 'end');
      socket.write('x'.repeat(1_000_000 - 'half'.length));
      await ended;
    });

    it('passes the body to a handler that asks for it, with a time limit of its own', async () => {
      handler.mockImplementation(async (_event, { readBody }) => ({
        statusCode: 200,
        body: String((await readBody?.(() => false))?.body?.length),
      }));
      const body = 'x'.repeat(1_000_000);
      const headers = { 'content-type': 'text/plain' };
      const post = { method: 'POST', headers, body };
      const response = await fetch(`${served.origin}/api/things`, post);
      expect(await response.text()).toBe('1000000');
      expect(cancelTimer).toHaveBeenCalledTimes(2);
    });

    it('stops reading when the handler says so', async () => {
      handler.mockImplementation(async (_event, { readBody }) => {
        return { statusCode: 200, body: String(await readBody?.(() => true)) };
      });
      const { socket, answered } = sendPart(half);
      expect(await answered).toContain('undefined');
      socket.destroy();
    });

    it('refuses one of unknown length once it has more than 6 MB', async () => {
      handler.mockImplementation((_event, { readBody }) => readBody?.(() => false));
      const body = new Blob([Buffer.alloc(7_000_000)]).stream();
      const post = { method: 'POST', body, duplex: 'half' } as const;
      const response = await fetch(`${served.origin}/api/things`, post);
      await expectProblem(response, 413, 'payload_too_large');
    });

    it('forgets a client that disconnects', async () => {
      const asked = Promise.withResolvers<void>();
      handler.mockImplementation((_event, { readBody }) => {
        asked.resolve();
        return readBody?.(() => false);
      });
      const { socket } = sendPart(half);
      await asked.promise;
      socket.destroy();
      await vi.waitFor(() => expect(cancelTimer).toHaveBeenCalledTimes(2));
      expect(reports).toEqual([]);
    });
  });

  it('answers headers of 1 MB with a problem instead of closing the connection', async () => {
    const headers = { authorization: `Bearer ${'x'.repeat(1024 * 1024)}` };
    const response = await fetch(`${served.origin}/api/things/1`, { headers });
    await expectProblem(response, 431, 'headers_too_large');
  });

  it('accepts headers of 10 kB', async () => {
    const headers = { 'x-long': 'x'.repeat(9_900) };
    expect((await fetch(`${served.origin}/api/things/1`, { headers })).status).toBe(200);
  });

  it('refuses an address of more than 8 kB', async () => {
    const response = await fetch(`${served.origin}/api/things/1?x=${'x'.repeat(8_192)}`);
    await expectProblem(response, 414, 'uri_too_long');
  });

  it('answers 504 when the handler takes longer than 29 seconds', async () => {
    const called = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<never>();
    handler.mockImplementation(() => {
      called.resolve();
      return slow.promise;
    });
    const response = fetch(`${served.origin}/api/things/1`);
    await called.promise;
    reachTimeout();
    await expectProblem(await response, 504, 'timed_out');
    slow.reject(new Error('too late'));
    await vi.waitFor(() => expect(reports.join()).toContain('too late'));
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('inner secret');
      },
    ],
    ['rejects', () => Promise.reject(new Error('inner secret'))],
    ['answers nonsense', () => ({ statusCode: 'inner secret' })],
    ['answers an impossible header', () => ({ statusCode: 200, headers: { 'x-a': 'a\r\nb' } })],
    ['answers more than 6 MB', () => ({ statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) })],
  ])('answers 500 without internals when the handler %s', async (_title, implementation) => {
    handler.mockImplementation(implementation);
    const response = await fetch(`${served.origin}/api/things/1`);
    expect(await response.clone().text()).not.toContain('secret');
    await expectProblem(response, 500, 'internal');
    expect(reports).toHaveLength(1);
    expect(reports[0]).toContain('request-1');
  });

  it('continues after a client that disconnects in the middle of its body', async () => {
    const { port } = new URL(served.origin);
    const socket = connect(Number(port), '127.0.0.1');
    const closed = Promise.withResolvers<void>();
    socket.on('close', () => closed.resolve());
    socket.write('POST /api/things HTTP/1.1\r\nhost: x\r\ncontent-length: 100\r\n\r\nhalf', () =>
      socket.destroy(),
    );
    await closed.promise;
    expect((await fetch(`${served.origin}/api/things/1`)).status).toBe(200);
    expect(reports).toEqual([]);
  });

  it('joins repeated headers and splits repeated cookie headers', async () => {
    const answered = Promise.withResolvers<void>();
    const headers = ['host', 'x', 'x-a', '1', 'X-A', '2', 'cookie', 'a=1', 'cookie', 'b=2'];
    httpRequest(`${served.origin}/api/things/1`, { headers }, (response) => {
      response.resume();
      response.on('end', answered.resolve);
    }).end();
    await answered.promise;
    expect(eventOfCall().headers['x-a']).toBe('1,2');
    expect(eventOfCall().cookies).toEqual(['a=1', 'b=2']);
  });
});
