import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Application } from '../../../functions/http/application.ts';
import { httpListener } from '../../../infra/local/http/listener.ts';
import { problemSchema } from '../../../src/contract/problem.ts';
import { type Served, serve } from './serve.ts';

let application: ReturnType<typeof vi.fn<Application>>;
let reports: string[];
/** Fires the timer of the request under way, as 29 seconds would. */
let reachTimeout: () => void;
let cancelTimer: ReturnType<typeof vi.fn<() => void>>;
let served: Served;

beforeEach(async () => {
  application = vi.fn<Application>(async () => new Response('ok'));
  reports = [];
  cancelTimer = vi.fn();
  const listener = httpListener(application, {
    siteOrigin: 'http://localhost:4321',
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

/** The request and the arrival of the last call. */
function lastCall() {
  const call = application.mock.lastCall;
  if (call === undefined) throw new Error('the application was not called');
  return call;
}

describe('the listener', () => {
  it('passes a request in the web’s types, and sends the response', async () => {
    application.mockImplementation(async (request) => {
      const headers = new Headers({ 'content-type': 'application/json' });
      headers.append('set-cookie', 'a=1; Path=/');
      headers.append('set-cookie', 'b=2; Path=/');
      const body = JSON.stringify([request.method, request.url, await request.text()]);
      return new Response(body, { status: 201, headers });
    });
    const response = await fetch(`${served.origin}/api/things?x=1&x=2`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'c=3; d=4' },
      body: '{"sent":"名"}',
    });
    expect(response.status).toBe(201);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2; Path=/']);
    const url = 'http://application/api/things?x=1&x=2';
    expect(await response.json()).toEqual(['POST', url, '{"sent":"名"}']);
    const [{ headers }, arrival] = lastCall();
    expect(headers.get('cookie')).toBe('c=3; d=4');
    expect(arrival).toEqual({ requestId: 'request-1', sourceAddress: '127.0.0.1' });
    expect(cancelTimer).toHaveBeenCalledOnce();
  });

  it('passes binary bodies unchanged in both directions', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    application.mockImplementation(async (request) => new Response(await request.bytes()));
    const response = await fetch(`${served.origin}/api/things`, { method: 'POST', body: bytes });
    expect(await response.bytes()).toEqual(bytes);
  });

  it('keeps a byte order mark', async () => {
    application.mockResolvedValue(new Response('\ufeffNo.'));
    const response = await fetch(`${served.origin}/api/things`);
    expect(Buffer.from(await response.arrayBuffer()).toString()).toBe('\ufeffNo.');
  });

  it.each([
    ['GET', '/api/things/a%2Fb?c=%20', '/api/things/a%2Fb?c=%20'],
    ['GET', '//api/things', '//api/things'],
    ['GET', 'http://elsewhere/api/things', '/api/things'],
    ['GET', '/api/things#part', '/api/things%23part'],
    ['OPTIONS', '*', '/*'],
    ['TRACE', '/api/things', '/api/things'],
  ])('passes %s %s as %s', async (method, path, expected) => {
    const { port } = new URL(served.origin);
    const response = Promise.withResolvers<number | undefined>();
    httpRequest({ port, method, path }, ({ statusCode }) => response.resolve(statusCode)).end();
    expect(await response.promise).toBe(200);
    expect(lastCall()[0].url).toBe(`http://application${expected}`);
  });

  it('answers HEAD without a body, and drops the body of a GET', async () => {
    const response = await fetch(`${served.origin}/api/rest/x`, { method: 'HEAD' });
    expect(lastCall()[0].method).toBe('HEAD');
    expect(response.status).toBe(200);
    expect(await response.text()).toBe('');
    const { port } = new URL(served.origin);
    const answered = Promise.withResolvers<number | undefined>();
    const headers = { 'content-length': '2' };
    httpRequest({ port, path: '/', headers }, ({ statusCode }) => answered.resolve(statusCode)).end(
      '{}',
    );
    expect(await answered.promise).toBe(200);
    expect(lastCall()[0].body).toBeNull();
  });

  it('accepts a body of 6 MB and no more', async () => {
    application.mockImplementation(
      async (request) => new Response(`${(await request.bytes()).length}`),
    );
    const post = (size: number) =>
      fetch(`${served.origin}/api/things`, { method: 'POST', body: Buffer.alloc(size) });
    const limit = 6 * 1024 * 1024;
    expect(await (await post(limit)).text()).toBe(String(limit));
    await expectProblem(await post(limit + 1), 413, 'payload_too_large');
    expect(application).toHaveBeenCalledOnce();
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

    it('answers what the application refuses unread, and asks to stop', async () => {
      application.mockResolvedValue(new Response('later', { status: 429 }));
      const { socket, answered } = sendPart(half);
      expect(await answered).toMatch(/^HTTP\/1\.1 429 .*\r\nconnection: close\r\n/is);
      socket.destroy();
    });

    it('reads on after the answer, for a client that reads only when it has sent all', async () => {
      const { socket, answered } = sendPart(half);
      expect(await answered).toContain('HTTP/1.1 200');
      const ended = once(socket, 'end');
      socket.write('x'.repeat(1_000_000 - 'half'.length));
      await ended;
    });

    it('answers when the application stops reading', async () => {
      application.mockImplementation(async ({ body }) => {
        for await (const chunk of body ?? []) return new Response(`${chunk.length}`);
        return new Response('nothing');
      });
      const { socket, answered } = sendPart(half);
      expect(await answered).toMatch(/\r\n\r\n4$/);
      socket.destroy();
    });

    it('passes a body whose length is not told', async () => {
      application.mockImplementation(async (request) => new Response(await request.text()));
      const post = { method: 'POST', body: new Blob(['{}']).stream(), duplex: 'half' } as const;
      const response = await fetch(`${served.origin}/api/things`, post);
      expect(await response.text()).toBe('{}');
    });

    it('begins the time limit when the body is there', async () => {
      const read = Promise.withResolvers<void>();
      application.mockImplementation(async (request) => {
        await request.bytes();
        read.resolve();
        return new Promise(() => {});
      });
      const post = { method: 'POST', body: 'x'.repeat(1_000_000) };
      const response = fetch(`${served.origin}/api/things`, post);
      await read.promise;
      reachTimeout();
      await expectProblem(await response, 504, 'timed_out');
    });

    it('forgets a client that disconnects', async () => {
      const asked = Promise.withResolvers<void>();
      const lost = Promise.withResolvers<void>();
      application.mockImplementation(async (request) => {
        asked.resolve();
        await request.text().catch(() => lost.resolve());
        return new Response('too late');
      });
      const { socket } = sendPart(half);
      await asked.promise;
      socket.destroy();
      await lost.promise;
      expect((await fetch(`${served.origin}/api/things`)).status).toBe(200);
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

  it('answers 504 when the application takes longer than 29 seconds', async () => {
    const called = Promise.withResolvers<void>();
    const slow = Promise.withResolvers<never>();
    application.mockImplementation(() => {
      called.resolve();
      return slow.promise;
    });
    const response = fetch(`${served.origin}/api/things/1`);
    await called.promise;
    reachTimeout();
    await expectProblem(await response, 504, 'timed_out');
    slow.reject(new Error('too late'));
  });

  it.each<[string, Application]>([
    ['fails', () => Promise.reject(new Error('inner secret'))],
    ['answers more than 6 MB', async () => new Response('x'.repeat(6 * 1024 * 1024 + 1))],
  ])('answers 500 without internals when the application %s', async (_title, implementation) => {
    application.mockImplementation(implementation);
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

  it('joins repeated headers', async () => {
    const answered = Promise.withResolvers<void>();
    const headers = ['host', 'x', 'x-a', '1', 'X-A', '2', 'cookie', 'a=1', 'cookie', 'b=2'];
    httpRequest(`${served.origin}/api/things/1`, { headers }, (response) => {
      response.resume();
      response.on('end', answered.resolve);
    }).end();
    await answered.promise;
    expect(lastCall()[0].headers.get('x-a')).toBe('1, 2');
    expect(lastCall()[0].headers.get('cookie')).toBe('a=1; b=2');
  });
});
