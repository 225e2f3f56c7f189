import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ListedSession, sessionsSchema } from '../../../src/contract/account.ts';
import { type Api, startApi } from './api.ts';
import { callAsUser, foreignHeaders, signIn, type UserCall } from './signed-in.ts';

const path = '/api/user/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let api: Api;
let users = 0;
/** Three sessions of one person, and one of another. */
let mine: readonly [string, string, string];
let theirs: string;

beforeAll(async () => {
  api = await startApi();
  return api.close;
});

beforeEach(async () => {
  users += 1;
  const sub = `ada-${users}`;
  const userAgent = firefox;
  mine = [await signIn(api, sub), await signIn(api, sub, { userAgent }), await signIn(api, sub)];
  theirs = await signIn(api, `bob-${users}`);
});

async function sessionsOf(cookie: string): Promise<readonly ListedSession[]> {
  const answer = await callAsUser(api, cookie, path);
  return sessionsSchema.parse(await answer.json()).sessions;
}

async function idOf(cookie: string): Promise<string> {
  const current = (await sessionsOf(cookie)).find((session) => session.current);
  if (!current) throw new Error('the session that asks is missing');
  return current.id;
}

function end(cookie: string, more: string, call: UserCall = {}): Promise<Response> {
  return callAsUser(api, cookie, `${path}${more}`, { method: 'DELETE', ...call });
}

/** Whether each cookie still opens something. */
async function live(...cookies: readonly string[]): Promise<readonly boolean[]> {
  const answers = await Promise.all(
    cookies.map((cookie) => callAsUser(api, cookie, '/api/credits')),
  );
  return answers.map(({ status }) => status === 200);
}

const cleared = [
  expect.stringMatching(/^session=; Path=\/; Max-Age=0; /),
  expect.stringMatching(/^signed_in=; Path=\/; Max-Age=0; /),
];

test('a person sees their own sessions, the one of the call first', async () => {
  const sessions = await sessionsOf(mine[1]);
  expect(sessions).toHaveLength(3);
  expect(sessions.map(({ current }) => current)).toEqual([true, false, false]);
  expect(sessions[0]).toMatchObject({ browser: 'Firefox', system: 'Linux' });
  expect(sessions[1]).not.toHaveProperty('browser');
  const answer = await (await callAsUser(api, mine[0], path)).text();
  expect(answer).not.toContain(await idOf(theirs));
  expect(answer).not.toContain('user_agent');
});

describe('one session', () => {
  test('of the same person is ended, and opens nothing any more', async () => {
    const answer = await end(mine[0], `/${await idOf(mine[1])}`);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await live(...mine, theirs)).toEqual([true, false, true, true]);
  });

  test('that asks is ended with its cookies', async () => {
    const answer = await end(mine[0], `/${await idOf(mine[0])}`);
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(cleared);
    expect(await live(...mine)).toEqual([false, true, true]);
  });

  test('that has ended is not found a second time', async () => {
    const id = await idOf(mine[1]);
    expect((await end(mine[0], `/${id}`)).status).toBe(204);
    expect((await end(mine[0], `/${id}`)).status).toBe(404);
  });

  test.each<[string, () => Promise<string>]>([
    ['of another user', () => idOf(theirs)],
    ['that does not exist', async () => '0195f0a0-0000-7000-8000-00000000dead'],
    ['whose id is none', async () => 'x'],
    ['whose id is a quote', async () => "'%20or%201=1"],
    ['whose id is 8 kB', async () => 'a'.repeat(8_000)],
  ])('%s is not found, and none ends', async (_what, makeId) => {
    const id = await makeId();
    const before = await api.stored();
    const answer = await end(mine[0], `/${id}`);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ code: 'session_not_found' });
    expect(await api.stored()).toEqual(before);
  });
});

describe('all sessions', () => {
  test('of a person are ended, with the cookies of the one that asks', async () => {
    const answer = await end(mine[0], '');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(cleared);
    expect(await live(...mine, theirs)).toEqual([false, false, false, true]);
  });

  test('but the one that asks are ended', async () => {
    const answer = await end(mine[0], '?keep=current');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await live(...mine, theirs)).toEqual([true, false, false, true]);
  });

  test.each(['?keep=', '?keep=all', '?keep=current&keep=current', '?except=x'])(
    'stay when the query is %s',
    async (query) => {
      expect(await (await end(mine[0], query)).json()).toMatchObject({ code: 'query_invalid' });
      expect(await live(...mine)).toEqual([true, true, true]);
    },
  );

  test('stay when what shall stay is said in the body', async () => {
    const answer = await end(mine[0], '', { body: { keep: 'current' } });
    expect(await answer.json()).toMatchObject({ code: 'body_invalid' });
    expect(await live(...mine)).toEqual([true, true, true]);
  });
});

test.each(foreignHeaders)('a call %s ends nothing', async (_what, headers) => {
  const id = await idOf(mine[1]);
  const before = await api.stored();
  for (const more of ['', '?keep=current', `/${id}`]) {
    const answer = await end(mine[0], more, { headers });
    expect(answer.status).toBe(403);
    expect(await answer.json()).toMatchObject({ code: 'origin_refused' });
  }
  expect(await api.stored()).toEqual(before);
});

test('nobody without a session lists or ends any', async () => {
  const before = await api.stored();
  for (const cookie of ['', 'session=x']) {
    expect((await callAsUser(api, cookie, path)).status).toBe(401);
    expect((await end(cookie, '')).status).toBe(401);
  }
  expect(await api.stored()).toEqual(before);
});
