import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isApiTarget, originRouter } from '../../../infra/local/origin-router.ts';
import { type Served, serve } from './serve.ts';

let served: Served;

beforeEach(async () => {
  served = await serve(() =>
    originRouter(
      (request, response) => response.end(`api ${request.url}`),
      (request, response) => response.end(`site ${request.url}`),
      'http://localhost',
    ),
  );
});

afterEach(() => served.close());

function ask(path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${served.origin}${path}`, { redirect: 'manual', ...init });
}

describe('the router of the origin', () => {
  it.each([
    ['/', 'site /'],
    ['/zh/', 'site /zh/'],
    ['/apis/', 'site /apis/'],
    ['/api/auth/me', 'api /api/auth/me'],
    ['/api?x', 'api /api?x'],
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
    ['GET', '/api/auth/me', 'language=zh'],
    ['POST', '/', 'language=zh'],
  ])('does not redirect %s %s with the cookies %s', async (method, path, cookie) => {
    expect((await ask(path, { method, headers: { cookie } })).status).toBe(200);
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
