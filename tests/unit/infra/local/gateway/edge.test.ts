import { describe, expect, it } from 'vitest';
import { answerAtEdge } from '../../../../../infra/local/gateway/edge.ts';
import { securityHeaders } from '../../../../../src/contract/security-headers.ts';

const http = 'http://localhost:4321';
const https = 'https://www.example.com';

function ask(method: string, path: string, cookies: readonly string[], siteOrigin = http) {
  return answerAtEdge({ method, path, cookies, siteOrigin, requestId: 'request-1' });
}

function nobodyAt(siteOrigin: string) {
  return {
    status: 204,
    headers: {
      ...securityHeaders('data', { https: siteOrigin === https }),
      'cache-control': 'private, no-store',
      'x-request-id': 'request-1',
    },
    body: Buffer.alloc(0),
  };
}

describe('answerAtEdge', () => {
  it.each([[[]], [['other_session=1']], [['sessions=1']], [['signed_in_too=1']]])(
    'answers 204 that nobody may store to the cookies %j',
    (cookies) => {
      expect(ask('GET', '/api/auth/me', cookies)).toEqual(nobodyAt(http));
    },
  );

  it.each([
    [http, 'signed_in=1', 'signed_in=; Path=/; Max-Age=0; SameSite=Lax'],
    [http, 'signed_in=', 'signed_in=; Path=/; Max-Age=0; SameSite=Lax'],
    [https, 'signed_in=1', 'signed_in=; Path=/; Max-Age=0; SameSite=Lax; Secure'],
  ])('of %s clears the hint %s that no session goes with', (siteOrigin, hint, cleared) => {
    expect(ask('GET', '/api/auth/me', ['a=1', hint], siteOrigin)).toEqual({
      ...nobodyAt(siteOrigin),
      headers: { ...nobodyAt(siteOrigin).headers, 'set-cookie': [cleared] },
    });
  });

  it.each([
    [http, '__Host-session=x'],
    [https, 'session=x'],
  ])('of %s knows no cookie %s', (siteOrigin, cookie) => {
    expect(ask('GET', '/api/auth/me', [cookie], siteOrigin)).toEqual(nobodyAt(siteOrigin));
  });

  it.each([
    ['GET', '/api/auth/me', ['session=x'], http],
    ['GET', '/api/auth/me', ['signed_in=1', '__Host-session=x'], https],
    ['GET', '/api/auth/me', ['session='], http],
    ['POST', '/api/auth/me', [], http],
    ['GET', '/api/auth/me/', [], http],
    ['GET', '/api/credits', [], http],
  ])('lets %s %s with the cookies %j of %s go on', (method, path, cookies, siteOrigin) => {
    expect(ask(method, path, cookies, siteOrigin)).toBeUndefined();
  });
});
