import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type ListedSession, sessionsSchema } from '../../../src/contract/account.ts';
import { startApi } from './api.ts';
import { callAsUser, signIn, type UserCall } from './signed-in.ts';

const path = '/api/user/sessions';
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';

let users = 0;
/** Three sessions of one person, and one of another. */
let mine: readonly [string, string, string];
let theirs: string;

const api = await startApi();
afterAll(api.close);

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
  test.each<[string, UserCall, string]>([
    ['?keep=all', {}, 'query_invalid'],
    ['', { body: { keep: 'current' } }, 'body_invalid'],
  ])('stay when the end of the call is %j and its parts are %j: %s', async (query, call, code) => {
    expect(await (await end(mine[0], query, call)).json()).toMatchObject({ code });
    expect(await live(...mine)).toEqual([true, true, true]);
  });

  test('but the one that asks are ended', async () => {
    const answer = await end(mine[0], '?keep=current');
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual([]);
    expect(await live(...mine, theirs)).toEqual([true, false, false, true]);
  });
});
