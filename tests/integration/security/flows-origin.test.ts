import { beforeAll, describe, expect, test } from 'vitest';
import { flowsCors } from '../../../src/contract/cors.ts';
import type { Route } from '../../../src/contract/route.ts';
import { flowsRoutes, methodOf, pathOf } from '../../support/route-calls.ts';
import type { Api } from '../journeys/api.ts';
import { accessTokenOf, startWithToken } from '../journeys/flow-calls.ts';
import { signIn } from '../journeys/signed-in.ts';
import { foreignFetchSites, foreignOrigins, formTypes, methodOverrides } from './foreign-signs.ts';
import { type Answer, allowances, expectSafe, sendRaw } from './raw-call.ts';

type Headers = Readonly<Record<string, string>>;

const json = { 'content-type': 'application/json' };

let api: Api;
let cookie: string;
let token: string;

beforeAll(async () => {
  ({ api, cookie, token } = await startWithToken('ada'));
  return api.close;
});

/** Another user, because the changes of one are limited. */
async function signInAs(who: string): Promise<void> {
  token = await accessTokenOf(api, await signIn(api, who));
}

function send(method: string, path: string, headers: Headers = {}, body = ''): Promise<Answer> {
  return sendRaw(api.flowsOrigin, method, path, headers, body);
}

/** Sends the preflight request of a browser for a page that sets headers by script. */
function preflight(path: string, origin: string | undefined, method: string, names: string) {
  return send('OPTIONS', path, {
    ...(origin === undefined ? {} : { origin }),
    'access-control-request-method': method,
    'access-control-request-headers': names,
  });
}

function codeOf({ body }: Answer): unknown {
  return body === '' ? undefined : Object(JSON.parse(body)).code;
}

/**
 * A path of a route with the id of an existing flow, so that a call reaches the check of its
 * caller.
 */
function knownPathOf(route: Route): string {
  return pathOf({ path: route.path.replace('/flows/{id}', '/flows/document-digest') });
}

/** The headers of an answer that let a page of the site read it. */
function readable() {
  return {
    'access-control-allow-origin': api.origin,
    'access-control-expose-headers': flowsCors.exposeHeaders.join(','),
  };
}

const guarded = flowsRoutes.filter(([, { caller }]) => caller.startsWith('access-token'));
const changing = guarded.filter(([, { method }]) => method !== 'GET');
const reading = guarded.filter(([, { method }]) => method === 'GET');

test('there are routes of each kind to test', () => {
  expect(flowsRoutes.length).toBeGreaterThanOrEqual(7);
  expect(changing.length).toBeGreaterThanOrEqual(2);
  expect(reading.length).toBeGreaterThanOrEqual(3);
});

describe.each(flowsRoutes)('every answer of %s', (_name, route) => {
  const path = pathOf(route);
  const method = methodOf(route);
  const body = method === 'GET' ? '' : '{';

  test('has the list of headers, and is not cached, for any caller', async () => {
    for (const headers of [{}, { cookie }, { authorization: `Bearer ${token}` }]) {
      const answer = await send(method, path, { ...headers, ...json }, body);
      expectSafe(answer);
      expect(allowances(answer)).toEqual({});
      expect(answer.headers.vary).toBe(route.localized ? 'origin, accept-language' : 'origin');
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
  });

  test('is readable to pages of the site, without cookies', async () => {
    const answer = await send(method, path, { ...json, origin: api.origin }, body);
    expectSafe(answer);
    expect(allowances(answer)).toEqual(readable());
  });

  test.each(Object.entries(foreignOrigins))('is not readable to %s', async (_what, originOf) => {
    const origin = originOf(new URL(api.origin));
    const headers = { ...json, authorization: `Bearer ${token}`, ...(origin ? { origin } : {}) };
    const answer = await send(method, path, headers, body);
    expectSafe(answer);
    expect(allowances(answer)).toEqual({});
  });

  test('to a method that the route lacks is a refusal with the same headers', async () => {
    const there = flowsRoutes.filter(([, one]) => one.path === route.path);
    const known = new Set(there.map(([, one]) => methodOf(one)));
    const others = ['OPTIONS', 'TRACE', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];
    for (const other of others.filter((one) => !known.has(one))) {
      const answer = await send(other, path, { cookie, origin: api.origin });
      expect([404, 405]).toContain(answer.status);
      expectSafe(answer);
      expect(allowances(answer)).toEqual(readable());
    }
  });

  test('to a preflight gives the rules of the contract to the site and to nobody else', async () => {
    const asked = 'authorization,x-anything';
    const own = await preflight(path, api.origin, 'DELETE', asked);
    expect(own.status).toBe(204);
    expect(own.body).toBe('');
    expect(allowances(own)).toEqual({
      ...readable(),
      'access-control-allow-methods': flowsCors.allowMethods.join(','),
      'access-control-allow-headers': flowsCors.allowHeaders.join(','),
      'access-control-max-age': String(flowsCors.maxAgeSeconds),
    });
    for (const originOf of Object.values(foreignOrigins)) {
      const foreign = await preflight(path, originOf(new URL(api.origin)), method, asked);
      expect(allowances(foreign)).toEqual({});
    }
  });
});

test('the rules allow the methods of the routes, and no header that would send a cookie', () => {
  const methods = new Set(guarded.map(([, { method }]) => method));
  expect(flowsCors.allowMethods).toEqual([...methods].toSorted());
  expect(flowsCors.allowHeaders).not.toContain('*');
  expect(flowsCors.allowHeaders).not.toContain('cookie');
});

describe.each(guarded)('%s, which knows its caller by a token', (name, route) => {
  beforeAll(() => signInAs(name));

  const path = knownPathOf(route);
  const method = methodOf(route);
  const body = method === 'GET' ? '' : '{"input":{}}';
  const keyed = { ...json, 'idempotency-key': 'key' };

  test('accepts no cookie, from any page', async () => {
    const before = await api.stored();
    const foreign = Object.values(foreignOrigins).map((originOf) => originOf(new URL(api.origin)));
    for (const [origin, site] of [
      ...foreign.map((one) => [one, 'cross-site'] as const),
      ...[...foreignFetchSites, 'same-origin'].map((one) => [api.origin, one] as const),
    ]) {
      const signs = { 'sec-fetch-site': site, ...(origin ? { origin } : {}) };
      const answer = await send(method, path, { ...keyed, ...signs, cookie }, body);
      expect([answer.status, codeOf(answer)]).toEqual([401, 'access_token_invalid']);
      expect(answer.headers).not.toHaveProperty('set-cookie');
    }
    expect(await api.stored()).toEqual(before);
  });

  test('accepts a token in the one header only', async () => {
    const before = await api.stored();
    const named = `access_token=${token}`;
    for (const [where, headers, said] of [
      [`${path}?${named}`, keyed, body],
      [path, { ...keyed, cookie: named }, body],
      [path, { ...keyed, 'x-authorization': `Bearer ${token}` }, body],
      [path, { ...keyed, authorization: `Basic ${token}` }, body],
    ] as const) {
      const answer = await send(method, where, headers, said);
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.status).not.toBe(404);
    }
    expect(await api.stored()).toEqual(before);
  });

  test('keeps its method when a header names another', async () => {
    const before = await api.stored();
    const plain = await send(method, path, { authorization: `Bearer ${token}`, ...keyed }, body);
    for (const override of methodOverrides) {
      const headers = { authorization: `Bearer ${token}`, ...keyed, ...override };
      const answer = await send(method, path, headers, body);
      expect([answer.status, codeOf(answer)]).toEqual([plain.status, codeOf(plain)]);
    }
    expect(await api.stored()).toEqual(before);
  });
});

describe.each(changing)('%s, which changes something', (name, route) => {
  beforeAll(() => signInAs(`changing-${name}`));

  const path = knownPathOf(route);

  test.each(formTypes)('refuses the type %s, which a form can send', async (type) => {
    const before = await api.stored();
    const headers = { 'content-type': type, 'idempotency-key': 'key' };
    const call = (more: Headers) => send('POST', path, { ...headers, ...more }, '{"input":{}}');
    const unsupported = [415, 'content_type_unsupported'];
    const named = await call({ authorization: `Bearer ${token}` });
    expect([named.status, codeOf(named)]).toEqual(unsupported);
    const nobody = await call({ cookie, origin: 'https://evil.example' });
    expect([nobody.status, codeOf(nobody)]).toEqual([401, 'access_token_invalid']);
    expect(await api.stored()).toEqual(before);
  });
});

test('the same call with a token succeeds', async () => {
  const answer = await send('GET', '/runs', {
    authorization: `Bearer ${token}`,
    origin: api.origin,
  });
  expect(answer.status).toBe(200);
  expectSafe(answer);
  expect(allowances(answer)).toEqual(readable());
});

test('no route of the site answers at the origin of the flows, with or without a session', async () => {
  for (const path of ['/api/auth/me', '/api/auth/login', '/api/auth/logout', '/api/user']) {
    const answer = await send('GET', path, { cookie });
    expect([answer.status, codeOf(answer)]).toEqual([404, 'not_found']);
    expectSafe(answer);
  }
});
