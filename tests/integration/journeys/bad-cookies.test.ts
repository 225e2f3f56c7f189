import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sessionTokenHash } from '../../../functions/http/session-cookie.ts';
import { problemSchema } from '../../../src/contract/problem.ts';
import { type Api, idToken, startApi } from './api.ts';
import { postUser, sessionOf } from './post-user.ts';

const DAY_MS = 86_400_000;

let api: Api;
let before: Awaited<ReturnType<Api['stored']>>;
/** Sessions by their state. */
let sessions: Readonly<Record<'live' | 'deleted' | 'expired' | 'idle', string>>;

beforeAll(async () => {
  api = await startApi();
  sessions = {
    live: await signIn('ada'),
    deleted: await signIn('bob'),
    expired: await signIn('cyd'),
    idle: await signIn('dan'),
  };
  await api.db.deleteFrom('users').where('sub', '=', 'bob').execute();
  await age(sessions.expired, { expires_at: new Date(Date.now() - 1) });
  await age(sessions.idle, { last_seen_at: new Date(Date.now() - DAY_MS - 1) });
});

afterAll(() => api.close());

beforeEach(async () => {
  before = await api.stored();
});

async function signIn(sub: string): Promise<string> {
  const token = await idToken(api, { sub, email: `${sub}@example.com` });
  const response = await postUser(api, JSON.stringify({ sub }), {
    authorization: `Bearer ${token}`,
  });
  const session = sessionOf(response);
  if (session === undefined) throw new Error(`nobody was signed in: ${await response.text()}`);
  return session;
}

async function age(
  session: string,
  times: { readonly expires_at: Date } | { readonly last_seen_at: Date },
): Promise<void> {
  await api.db
    .updateTable('sessions')
    .set(times)
    .where('token_hash', '=', sessionTokenHash(session))
    .executeTakeFirstOrThrow();
}

function get(path: string, cookie: string): Promise<Response> {
  return fetch(`${api.origin}${path}`, { headers: { cookie } });
}

async function expectSessionRequired(response: Response): Promise<void> {
  expect(response.status).toBe(401);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(problemSchema.parse(await response.json()).code).toBe('session_required');
  expect(sessionOf(response)).toBeUndefined();
}

describe('a session cookie opens nothing', () => {
  test.each<[string, () => string]>([
    ['that is the hash of a session', () => `session=${sessionTokenHash(sessions.live)}`],
    ['of a deleted user', () => `session=${sessions.deleted}`],
    ['that is there twice', () => `session=${sessions.live}; session=${sessions.live}`],
    ['beside a planted one', () => `session=${sessions.live}; session=${'A'.repeat(43)}`],
    ['whose session has expired', () => `session=${sessions.expired}`],
    ['whose session lay idle for a day', () => `session=${sessions.idle}`],
  ])('%s', async (_what, makeCookie) => {
    const cookie = makeCookie();
    const me = await get('/api/auth/me', cookie);
    expect(me.status).toBe(204);
    expect(await me.text()).toBe('');
    expect(sessionOf(me)).toBeUndefined();
    await expectSessionRequired(await get('/api/credits', cookie));
    await expectSessionRequired(await postUser(api, JSON.stringify({ sub: 'ada' }), { cookie }));
    expect(await api.stored()).toEqual(before);
  });
});

test('a good cookie opens the profile, the balance and the user-save call of its own user alone', async () => {
  const cookie = `other=1; session=${sessions.live}; signed_in=1`;
  const user = { sub: 'ada', app_metadata: { credits: 25 } };
  expect(await (await get('/api/auth/me', cookie)).json()).toMatchObject(user);
  expect(await (await get('/api/credits', cookie)).json()).toMatchObject({ available: 25 });
  const own = await postUser(api, JSON.stringify({ sub: 'ada' }), { cookie });
  expect(await own.json()).toMatchObject({ response: user });
  const other = await postUser(api, JSON.stringify({ sub: 'cyd' }), { cookie });
  expect(await other.json()).toMatchObject({ code: 'subject_mismatch', status: 403 });
  expect(await api.stored()).toEqual(before);
});
