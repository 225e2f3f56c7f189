import { afterAll, describe, expect, test, vi } from 'vitest';
import { newPaymentSecrets } from '../../../infra/local/data/persisted-secrets.ts';
import { changesByCookie, type Route } from '../../../src/contract/route.ts';
import { routes } from '../../../src/contract/routes.ts';
import { requestedWithHeader } from '../../../src/contract/sign-in.ts';
import { methodOf, pathOf, siteRoutes } from '../../support/route-calls.ts';
import { startApi } from '../journeys/api.ts';
import { signIn } from '../journeys/signed-in.ts';
import { foreignFetchSites, foreignOrigins, formTypes, methodOverrides } from './foreign-signs.ts';

type Headers = Readonly<Record<string, string>>;

const api = await startApi();
for (const [name, value] of Object.entries(newPaymentSecrets())) vi.stubEnv(name, value);
const cookie = await signIn(api, 'ada');
afterAll(api.close);

/** The headers of a script of our own pages; `undefined` removes one of them. */
function ownWith(changes: Readonly<Record<string, string | undefined>>): Headers {
  const headers = {
    cookie,
    origin: api.origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/json',
    [requestedWithHeader.name]: requestedWithHeader.value,
    ...changes,
  };
  const kept = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return Object.fromEntries(kept);
}

async function send(route: Route, headers: Headers, body = '{}', method = methodOf(route)) {
  const init = { method, headers, redirect: 'manual' } as const;
  const answer = await fetch(
    `${api.origin}${pathOf(route)}`,
    method === 'GET' ? init : { ...init, body },
  );
  const text = await answer.text();
  return { status: answer.status, code: /"code":"(\w+)"/.exec(text)?.[1] };
}

const changing = siteRoutes.filter(([, route]) => changesByCookie(route));
const others = siteRoutes.filter(([, { caller, method }]) => {
  return method === 'POST' && (caller === 'service-key' || caller === 'anyone');
});
const reading = siteRoutes.filter(([, { method }]) => method === 'GET');

const refused = { status: 403, code: 'origin_refused' };

test('there are routes of each kind to test', () => {
  expect(changing.length).toBeGreaterThanOrEqual(5);
  expect(others.length).toBeGreaterThanOrEqual(5);
  expect(reading.length).toBeGreaterThanOrEqual(10);
});

describe.each(changing)(
  '%s, which changes something for the user of the cookie',
  (_name, route) => {
    test.each(Object.entries(foreignOrigins))('refuses %s', async (_what, originOf) => {
      const origin = originOf(new URL(api.origin));
      const before = await api.stored();
      expect(await send(route, ownWith({ origin }))).toEqual(refused);
      expect(await send(route, ownWith({ origin, 'sec-fetch-site': undefined }))).toEqual(refused);
      expect(await api.stored()).toEqual(before);
    });

    test('refuses a call that began elsewhere, whatever its origin header says', async () => {
      const before = await api.stored();
      for (const fetchSite of foreignFetchSites) {
        expect(await send(route, ownWith({ 'sec-fetch-site': fetchSite }))).toEqual(refused);
      }
      expect(await api.stored()).toEqual(before);
    });

    test('refuses a call without the header that only our own scripts can set', async () => {
      const before = await api.stored();
      for (const value of [undefined, '']) {
        const headers = ownWith({ [requestedWithHeader.name]: value });
        expect(await send(route, headers)).toEqual(refused);
      }
      expect(await api.stored()).toEqual(before);
    });

    test('refuses every type that a form can send, even from our own origin', async () => {
      const before = await api.stored();
      for (const type of formTypes) {
        const form = ownWith({ 'content-type': type, [requestedWithHeader.name]: undefined });
        expect(await send(route, form, 'sub=ada&confirm=x')).toEqual(refused);
        if (route.body === undefined) continue;
        const answer = await send(route, ownWith({ 'content-type': type }), '{"sub":"ada"}');
        expect(answer).toEqual({ status: 415, code: 'content_type_unsupported' });
      }
      expect(await api.stored()).toEqual(before);
    });
  },
);

describe.each(others)('%s, which knows no session', (_name, route) => {
  test('accepts no cookie as a caller', async () => {
    const before = await api.stored();
    const body = route.caller === 'service-key' ? '{"sub":"ada","amount":1,"reason":"x"}' : '{}';
    const answer = await send(route, ownWith({ 'idempotency-key': 'key' }), body);
    expect([400, 401, 422]).toContain(answer.status);
    // `query_invalid`: the token of a link that ends mail is its caller.
    expect(['service_key_invalid', 'webhook_invalid', 'query_invalid']).toContain(answer.code);
    expect(await api.stored()).toEqual(before);
  });
});

describe.each(reading)('%s, which is read', (_name, route) => {
  test('changes nothing when another site makes the browser call', async () => {
    const before = await api.stored();
    for (const fetchSite of ['cross-site', 'same-site']) {
      const headers = ownWith({ origin: undefined, 'sec-fetch-site': fetchSite });
      expect((await send(route, headers)).status).toBeLessThan(500);
    }
    expect(await api.stored()).toEqual(before);
  });

  test('stays a read when a header names another method', async () => {
    const before = await api.stored();
    for (const override of methodOverrides) {
      const headers = ownWith({ ...override, 'sec-fetch-site': 'cross-site' });
      expect((await send(route, headers)).status).toBeLessThan(500);
    }
    expect(await api.stored()).toEqual(before);
  });
});

test('the same call with all of our own headers succeeds', async () => {
  const answer = await send(routes.endSession, ownWith({}));
  expect(answer).toEqual({ status: 404, code: 'session_not_found' });
});
