import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionTokenHash } from '../../../functions/http/session-cookie.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { siteRoutes } from '../../support/route-calls.ts';
import { idToken, startApi } from '../journeys/api.ts';
import { postUser, sessionOf } from '../journeys/post-user.ts';
import { callAsUser, signIn } from '../journeys/signed-in.ts';

let people = 0;
let sub: string;

const api = await startApi();
afterAll(api.close);

beforeEach(() => {
  people += 1;
  sub = `ada-${people}`;
});

/** Signs a user in with cookies that the browser already has. */
async function signInWith(cookie: string): Promise<Response> {
  const token = await idToken(api, { sub, email: `${sub}@example.com` });
  return postUser(api, JSON.stringify({ sub }), { authorization: `Bearer ${token}`, cookie });
}

async function isLive(cookie: string): Promise<boolean> {
  const answer = await callAsUser(api, cookie, '/api/credits');
  expect([200, 401]).toContain(answer.status);
  return answer.status === 200;
}

function signOut(cookie: string): Promise<Response> {
  return fetch(`${api.origin}/api/auth/logout`, {
    headers: { cookie, 'sec-fetch-dest': 'document' },
    redirect: 'manual',
  });
}

describe('fixation', () => {
  test('a session that was planted before the sign-in is not used, and opens nothing', async () => {
    const planted = `session=${'A'.repeat(43)}`;
    const own = sessionOf(await signInWith(planted));
    expect(own).toMatch(/^[\w-]{43}$/);
    expect(`session=${own}`).not.toBe(planted);
    expect(await isLive(planted)).toBe(false);
  });

  test('a session of an attacker that was planted ends with the sign-in of the victim', async () => {
    const attackers = await signIn(api, `eve-${people}`);
    const own = sessionOf(await signInWith(attackers));
    expect(await isLive(attackers)).toBe(false);
    expect(await isLive(`session=${own}`)).toBe(true);
  });

  test('each sign-in has another session, which cannot be derived from the last one', async () => {
    const values = new Set<string | undefined>();
    for (let times = 0; times < 5; times += 1) values.add(sessionOf(await signInWith('')));
    expect(values.size).toBe(5);
    for (const value of values) expect(Buffer.from(value ?? '', 'base64url')).toHaveLength(32);
  });

  test('nothing but a cookie carries a session', async () => {
    const [, value = ''] = (await signIn(api, sub)).split('=');
    const attempts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      [`/api/credits?session=${value}`, {}],
      [`/api/credits;session=${value}`, {}],
      ['/api/credits', { authorization: `Bearer ${value}` }],
      ['/api/credits', { authorization: `Session ${value}`, 'x-session': value }],
      ['/api/credits', { cookie: `Session=${value}; __Host-session=${value}; sessions=${value}` }],
    ];
    for (const [path, headers] of attempts) {
      expect((await fetch(`${api.origin}${path}`, { headers })).status).not.toBe(200);
    }
  });
});

const ago = (ms: number) => new Date(Date.now() - ms);

test.each<[string, (token: string) => string, { expires_at?: Date; last_seen_at?: Date }?]>([
  ['that is the hash of a session', sessionTokenHash],
  ['that is there twice', (token) => `${token}; session=${token}`],
  ['beside a planted one', (token) => `${token}; session=${'A'.repeat(43)}`],
  ['whose session has expired', String, { expires_at: ago(1) }],
  ['whose session lay idle for a day', String, { last_seen_at: ago(DAY_MS + 1) }],
])('a cookie %s opens nothing', async (_what, makeValue, times) => {
  const [, token = ''] = (await signIn(api, sub)).split('=');
  const own = api.db.updateTable('sessions').where('token_hash', '=', sessionTokenHash(token));
  if (times) await own.set(times).executeTakeFirstOrThrow();
  const cookie = `session=${makeValue(token)}`;
  expect((await callAsUser(api, cookie, '/api/auth/me')).status).toBe(204);
  expect((await postUser(api, JSON.stringify({ sub }), { cookie })).status).toBe(401);
  expect(await isLive(cookie)).toBe(false);
});

describe('after a sign-out', () => {
  test('a cookie that was stolen before opens no route, and names no stored session', async () => {
    const stolen = await signIn(api, sub);
    expect((await signOut(stolen)).status).toBe(302);
    const needing = siteRoutes.filter(([, { caller }]) => caller === 'session');
    expect(needing.length).toBeGreaterThan(8);
    for (const [name, { method, path }] of needing) {
      const answer = await callAsUser(api, stolen, path.replace('{id}', 'x'), {
        method,
        body: method === 'GET' ? undefined : {},
      });
      expect([name, answer.status < 400]).toEqual([name, false]);
    }
    expect((await callAsUser(api, stolen, '/api/auth/me')).status).toBe(204);
  });
});

describe('at the same time', () => {
  test('many sign-outs and reads of one session end it, and none of them fails', async () => {
    const cookie = await signIn(api, sub);
    const calls = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? signOut(cookie) : callAsUser(api, cookie, '/api/credits'),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 302, 401].includes(status))).toEqual([]);
    expect(await isLive(cookie)).toBe(false);
  });

  test('a sign-out and a sign-in of the same browser leave one session or none, never the old one', async () => {
    for (let times = 0; times < 5; times += 1) {
      const old = await signIn(api, sub);
      const [fresh] = await Promise.all([signInWith(old), signOut(old)]);
      expect(fresh.status).toBe(200);
      expect(await isLive(old)).toBe(false);
      expect(await isLive(`session=${sessionOf(fresh)}`)).toBe(true);
    }
  });

  test('ending all sessions during their use leaves no live one', async () => {
    const cookies = await Promise.all(Array.from({ length: 5 }, () => signIn(api, sub)));
    const [first = ''] = cookies;
    const [ended] = await Promise.all([
      callAsUser(api, first, '/api/user/sessions', { method: 'DELETE' }),
      ...cookies.map((cookie) => callAsUser(api, cookie, '/api/auth/me')),
    ]);
    expect(ended.status).toBe(204);
    expect(await Promise.all(cookies.map(isLive))).toEqual(cookies.map(() => false));
  });
});

test('the cookie of a session is for this host, this site and no script', async () => {
  const cookies = (await signInWith('')).headers.getSetCookie();
  expect(cookies).toEqual([
    expect.stringMatching(/^session=[\w-]{43}; Path=\/; Max-Age=604800; SameSite=Lax; HttpOnly$/),
    'signed_in=1; Path=/; Max-Age=604800; SameSite=Lax',
  ]);
});
