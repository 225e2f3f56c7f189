import { afterAll, describe, expect, test } from 'vitest';
import { requestedWithHeader } from '../../../src/contract/sign-in.ts';
import { methodOf, pathOf, siteRoutes } from '../../support/route-calls.ts';
import { startShop } from '../journeys/shop.ts';
import { callAsUser } from '../journeys/signed-in.ts';
import {
  type Answer,
  allowances,
  expectSafe as expectSafeAnywhere,
  sendRaw as sendTo,
} from './raw-call.ts';

const json = { 'content-type': 'application/json' };
const ours = { ...json, [requestedWithHeader.name]: requestedWithHeader.value };

const shop = await startShop();
const cookie = await shop.signIn('ada');
afterAll(shop.close);

function sendRaw(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answer> {
  return sendTo(shop.api.origin, method, path, headers, body);
}

async function callAsAda(path: string, call = {}): Promise<Answer> {
  const answer = await callAsUser(shop.api, cookie, path, call);
  const headers = Object.fromEntries(answer.headers);
  const cookies = answer.headers.getSetCookie();
  return { status: answer.status, headers, cookies, body: await answer.text() };
}

/** The headers of every answer of the site's origin: no page of another origin may read any. */
function expectSafe(answer: Answer): void {
  expectSafeAnywhere(answer);
  expect(allowances(answer)).toEqual({});
}

describe.each(siteRoutes)('every answer of %s', (_name, route) => {
  const path = pathOf(route);
  const method = methodOf(route);

  test('to a stranger refuses the caller first, whatever else is wrong', async () => {
    const answer = await sendRaw(method, `${path}?x=1`, { origin: shop.api.origin, ...ours }, '{');
    const isKnown = route.caller !== 'anyone';
    expect(answer.status === 401).toBe(isKnown);
    expect(answer.headers['www-authenticate'] ?? 'Bearer').toBe('Bearer');
  });

  test('to a visitor without a session is not cached, and has the list of headers', async () => {
    expectSafe(await sendRaw(method, path));
    expectSafe(await sendRaw(method, path, { cookie: 'session=x; signed_in=1' }));
    if (method !== 'GET') expectSafe(await sendRaw(method, path, json, '{'));
  });

  test('to a signed-in user has the same headers', async () => {
    const body = route.body === undefined ? {} : { body: { sub: 'ada', pack: 'medium' } };
    // Calls that cannot succeed, because later tests need ada.
    const headers = { origin: 'null', 'sec-fetch-site': 'cross-site' };
    expectSafe(
      await callAsAda(path, method === 'GET' ? { headers } : { method, headers, ...body }),
    );
  });

  test('to a method that the route lacks has the same headers', async () => {
    for (const other of ['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'PROPFIND']) {
      const answer = await sendRaw(other, path);
      expect([404, 405]).toContain(answer.status);
      expectSafe(answer);
    }
  });
});

test.each(siteRoutes.filter(([, { method }]) => method === 'GET'))(
  'the answer of %s to HEAD is that to GET, without the content',
  async (_name, route) => {
    const answer = await sendRaw('HEAD', pathOf(route));
    expectSafe(answer);
    expect(answer.body).toBe('');
    const asked = await sendRaw('GET', pathOf(route));
    expect(answer.status).toBe(route.withoutHead ? 405 : asked.status);
    expect(answer.headers).not.toHaveProperty('content-length');
  },
);

test.each([
  ['GET', '/api', 404],
  ['GET', '/api/', 404],
  ['GET', '/api/auth/me/', 404],
  ['GET', '/api/%zz', 404],
  ['GET', `/api/auth/me?${'x'.repeat(9_000)}`, 414],
  ['GET', '/api/%2e%2e/%2e%2e/etc/passwd', 404],
])('the refusal of %s %s has the list of headers', async (method, path, status) => {
  const answer = await sendRaw(method, path);
  expect(answer.status).toBe(status);
  expectSafe(answer);
});

test('the refusal of too large headers and bodies has the list of headers', async () => {
  const large = await sendRaw('GET', '/api/auth/me', { 'x-large': 'x'.repeat(20_000) });
  expect(large.status).toBe(431);
  expectSafe(large);
  const body = 'x'.repeat(100_000);
  const tooLarge = await sendRaw('POST', '/api/checkout/webhook', {}, body);
  expect(tooLarge.status).toBe(413);
  expectSafe(tooLarge);
});

test('a page that a session opened is not cached for the next visitor of the same address', async () => {
  const mine = await callAsAda('/api/auth/me');
  expect(mine.body).toContain('ada@example.com');
  for (const path of [
    '/api/auth/me',
    '/api/auth/me?x=1',
    '/api/auth/me/x.css',
    '/api/auth/me;x.css',
  ]) {
    expect((await sendRaw('GET', path)).body).not.toContain('ada@example.com');
  }
  // An address that only looks like a file is none of a file (web cache deception).
  expect((await callAsAda('/api/auth/me/x.css')).status).toBe(404);
  expect((await callAsAda('/api/auth/me%2fx.css')).status).toBe(404);
});
