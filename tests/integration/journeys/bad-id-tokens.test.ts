import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ProblemCode, problemSchema, problems } from '../../../src/contract/problem.ts';
import { type Api, idToken, startApi } from './api.ts';
import { postUser, sessionOf } from './post-user.ts';

let before: Awaited<ReturnType<Api['stored']>>;

const ada = JSON.stringify({ sub: 'auth0|ada', name: 'Ada' });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

const api = await startApi();
const usedToken = await idToken(api);
const response = await postUser(api, ada, bearer(usedToken));
expect(response.status).toBe(200);
expect(sessionOf(response)).toMatch(/^[\w-]{43}$/);
afterAll(api.close);

beforeEach(async () => {
  before = await api.stored();
  api.logged.length = 0;
});

// The log holds neither the token nor the person after any test.
afterEach(() => {
  expect(api.logged.join('\n')).not.toMatch(/@example\.com|eyJ|Ada/);
});

/** The answer is that problem and begins no session; the database has the same rows as before. */
async function expectRefusal(response: Response, code: ProblemCode): Promise<void> {
  const body: unknown = await response.json();
  expect(body).toMatchObject({ code, status: problems[code].status });
  problemSchema.parse(body);
  expect(response.status).toBe(problems[code].status);
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('cache-control')).toBe('private, no-store');
  expect(sessionOf(response)).toBeUndefined();
  expect(await api.stored()).toEqual(before);
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);

describe('an ID token starts no session', () => {
  test.each<[string, ProblemCode, () => Promise<string> | string]>([
    ['of another issuer', 'token_invalid', () => idToken(api, { iss: 'https://evil.example/' })],
    [
      'whose issuer lacks its slash',
      'token_invalid',
      () => idToken(api, { iss: api.issuer.slice(0, -1) }),
    ],
    ['for another audience', 'token_invalid', () => idToken(api, { aud: 'another-client' })],
    [
      'that is not valid yet',
      'token_invalid',
      () => idToken(api, { nbf: nowSeconds() + 60, iat: nowSeconds() }),
    ],
    ['1 MB long', 'headers_too_large', () => idToken(api, { padding: 'a'.repeat(750_000) })],
  ])('%s: %s', async (_what, code, token) => {
    await expectRefusal(await postUser(api, ada, bearer(await token())), code);
  });

  test('when it has another scheme than Bearer, whatever the cookies are', async () => {
    const headers = { authorization: `Basic ${await idToken(api)}` };
    await expectRefusal(await postUser(api, ada, headers), 'token_invalid');
  });
});
