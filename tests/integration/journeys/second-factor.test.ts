import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Api, idToken, startApi } from './api.ts';
import { postUser, sessionOf } from './post-user.ts';

let api: Api;

beforeAll(async () => {
  vi.stubEnv('REQUIRED_SIGN_IN', 'amr:mfa');
  api = await startApi();
});

afterAll(() => api.close());

async function signIn(changes: Readonly<Record<string, unknown>>): Promise<Response> {
  const authorization = `Bearer ${await idToken(api, changes)}`;
  return postUser(api, JSON.stringify({ sub: 'auth0|ada' }), { authorization });
}

test('where a second factor is demanded, a sign-in without one stores nobody and grants nothing', async () => {
  const before = await api.stored();
  const refused = await signIn({ amr: ['pwd'] });
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({
    code: 'sign_in_too_weak',
    detail: expect.stringMatching(/^The claim "amr" .+ Set up a second factor .+ sign in again\.$/),
  });
  expect(sessionOf(refused)).toBeUndefined();
  expect(await api.stored()).toEqual(before);
});

test('where a second factor is demanded, a sign-in with one begins a session', async () => {
  const accepted = await signIn({ amr: ['pwd', 'mfa'] });
  expect(accepted.status).toBe(200);
  expect(sessionOf(accepted)).toMatch(/^[\w-]{43}$/);
});
