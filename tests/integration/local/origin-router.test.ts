import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { limits } from '../../../infra/local/http/limits.ts';
import { isApiTarget, originRouter } from '../../../infra/local/http/origin-router.ts';
import { securityHeaders } from '../../../src/contract/security-headers.ts';
import { type Served, serve } from './serve.ts';

const http = 'http://localhost';
const https = 'https://www.example.com';

let served: Served;

beforeEach(async () => {
  served = await serveAt(http);
});

afterEach(() => served.close());

function serveAt(siteOrigin: string): Promise<Served> {
  return serve(() =>
    originRouter(
      (request, response) => response.end(`api ${request.url}`),
      (request, response) => response.end(`site ${request.url}`),
      siteOrigin,
    ),
  );
}

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${served.origin}${path}`, { redirect: 'manual', ...init });
}

describe('the router of the origin', () => {
  it.each([
    ['/', 'site /'],
    ['/zh/', 'site /zh/'],
    ['/apis/', 'site /apis/'],
    ['/api/credits', 'api /api/credits'],
    ['/api?x', 'api /api?x'],
    ['/api/auth/me/', 'api /api/auth/me/'],
  ])('routes %s to its part', async (path, expected) => {
    expect(await (await ask(path)).text()).toBe(expected);
  });

  it.each([
    ['GET', '/', 'language=zh', '/zh/'],
    ['HEAD', '/', 'language=zh', '/zh/'],
    ['GET', '/?a=1&b=%2F?', 'signed_in=1; language=zh', '/zh/?a=1&b=%2F?'],
    ['GET', '/', 'language=zh; language=en', '/zh/'],
  ])('redirects %s %s with the cookies %s to %s', async (method, path, cookie, location) => {
    const response = await ask(path, { method, headers: { cookie } });
    expect(response.status).toBe(302);
    expect(response.headers.get('location')).toBe(location);
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(response.headers.get('vary')).toBe('cookie');
    expect(await response.text()).toBe('');
  });

  it.each([
    ['GET', '/', 'language=en'],
    ['GET', '/', 'my_language=zh'],
    ['GET', '/', 'language=zh-CN'],
    ['GET', '/pricing/', 'language=zh'],
    ['GET', '/api/credits', 'language=zh'],
    ['POST', '/', 'language=zh'],
  ])('does not redirect %s %s with the cookies %s', async (method, path, cookie) => {
    expect((await ask(path, { method, headers: { cookie } })).status).toBe(200);
  });
});

/** The answer of a router with that origin to a profile request with those cookies. */
async function askProfile(siteOrigin: string, cookie: string, init: RequestInit = {}) {
  await served.close();
  served = await serveAt(siteOrigin);
  return ask('/api/auth/me?x=1', { headers: { cookie }, ...init });
}

describe('a profile request without a session', () => {
  it.each([
    [http, ''],
    [http, 'other_session=1'],
    [http, 'sessions=1'],
    [http, 'signed_in_too=1'],
    [http, '__Host-session=x'],
    [https, 'session=x'],
    [https, '=; __proto__=x; constructor=x; ;'],
  ])('at %s with the cookies "%s" is answered before the API', async (siteOrigin, cookie) => {
    const response = await askProfile(siteOrigin, cookie);
    expect(response.status).toBe(204);
    const { date, connection, 'keep-alive': kept, ...sent } = Object.fromEntries(response.headers);
    expect(sent).toEqual({
      ...securityHeaders('data', { https: siteOrigin === https }),
      'cache-control': 'private, no-store',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it.each([
    [http, 'a=1; signed_in=1', 'signed_in=; Path=/; Max-Age=0; SameSite=Lax'],
    [http, 'signed_in=', 'signed_in=; Path=/; Max-Age=0; SameSite=Lax'],
    [https, 'signed_in=1', 'signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure'],
  ])('at %s with the cookies "%s" loses its hint', async (siteOrigin, cookie, cleared) => {
    const response = await askProfile(siteOrigin, cookie);
    expect(response.headers.getSetCookie()).toEqual([cleared]);
  });

  it.each([
    [http, 'session=x', {}],
    [http, 'session=', {}],
    [https, 'signed_in=1; __Host-session=x', {}],
    [http, '', { method: 'POST' }],
    [http, '', { method: 'DELETE', body: 'a body that the API reads' }],
  ])('is none at %s with the cookies "%s" and %j', async (siteOrigin, cookie, init) => {
    const response = await askProfile(siteOrigin, cookie, init);
    expect(await response.text()).toBe('api /api/auth/me?x=1');
  });

  it('leaves headers to the API that are larger than it takes', async () => {
    const cookie = `a=${'b'.repeat(limits.headerBytes)}`;
    const response = await askProfile(http, cookie);
    expect(await response.text()).toBe('api /api/auth/me?x=1');
  });

  it('leaves a body to the API, which bounds it', async () => {
    const { port } = new URL(served.origin);
    const socket = connect(Number(port), '127.0.0.1');
    socket.end('GET /api/auth/me HTTP/1.1\r\nhost: a\r\ncontent-length: 1\r\n\r\nx');
    expect(await text(socket)).toContain('api /api/auth/me');
  });
});

describe('isApiTarget', () => {
  it.each(['/api', '/api?x', '/api#x', '/api/', '/api/auth/me', '//api', '///api/auth/me'])(
    'is true for %s',
    (target) => {
      expect(isApiTarget(target)).toBe(true);
    },
  );

  it.each(['/', '/apiary/', '/api.html', '/blog/api/', '/zh/api', '*', 'api', '/?/api/'])(
    'is false for %s',
    (target) => {
      expect(isApiTarget(target)).toBe(false);
    },
  );
});
