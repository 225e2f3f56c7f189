import { exportSPKI, importJWK, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProblemCode, problemSchema, problems } from '../../../src/contract/problem.ts';
import { signed, signingKey } from '../../support/jwks-server.ts';
import { type Api, claims, idToken, startApi } from './api.ts';
import { postUser, sessionOf } from './post-user.ts';

vi.mock('../../../src/site.config.ts', () => import('../../support/example-site.ts'));

let api: Api;
/** The ID token of the one good sign-in, which is used up. */
let usedToken: string;
let before: Awaited<ReturnType<Api['stored']>>;

const ada = JSON.stringify({ sub: 'auth0|ada', name: 'Ada' });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

beforeAll(async () => {
  api = await startApi();
  usedToken = await idToken(api);
  const response = await postUser(api, ada, bearer(usedToken));
  expect(response.status).toBe(200);
  expect(sessionOf(response)).toMatch(/^[\w-]{43}$/);
});

afterAll(() => api.close());

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
    ['whose algorithm is none', 'token_invalid', () => new UnsecuredJWT(claims(api)).encode()],
    ['that says none over a signature', 'token_invalid', () => relabelled('none')],
    ['signed with HS256 and the public key as PEM', 'token_invalid', () => hs256('pem')],
    ['signed with HS256 and the public key as JWK', 'token_invalid', () => hs256('jwk')],
    ['of another issuer', 'token_invalid', () => idToken(api, { iss: 'https://evil.example/' })],
    [
      'whose issuer lacks its slash',
      'token_invalid',
      () => idToken(api, { iss: api.issuer.slice(0, -1) }),
    ],
    ['for another audience', 'token_invalid', () => idToken(api, { aud: 'another-client' })],
    ['for several audiences', 'token_invalid', () => idToken(api, { aud: ['a', 'b'] })],
    ['that has expired', 'token_expired', () => idToken(api, { exp: nowSeconds() - 10 })],
    [
      'that is not valid yet',
      'token_invalid',
      () => idToken(api, { nbf: nowSeconds() + 60, iat: nowSeconds() }),
    ],
    ['from the future', 'token_invalid', () => idToken(api, { iat: nowSeconds() + 60 })],
    ['over two minutes old', 'token_expired', () => idToken(api, { iat: nowSeconds() - 121 })],
    ['signed with an unpublished key', 'token_invalid', () => signedByAnother('another')],
    ['signed with another key of the same name', 'token_invalid', () => signedByAnother('ours')],
    ['that was used before', 'token_replayed', () => usedToken],
    ['with another sub than the body', 'subject_mismatch', bobsToken],
    ['without its signature', 'token_invalid', async () => (await parts()).slice(0, 2).join('.')],
    ['that was cut in half', 'token_invalid', async () => half(await idToken(api))],
    ['that lacks its last characters', 'token_invalid', async () => cut(await idToken(api))],
    ['of 9,000 characters', 'token_invalid', () => idToken(api, { padding: 'a'.repeat(6_200) })],
    ['1 MB long', 'headers_too_large', () => idToken(api, { padding: 'a'.repeat(750_000) })],
    ['that is nothing of the kind', 'token_invalid', () => 'Ada'],
  ])('%s: %s', async (_what, code, token) => {
    await expectRefusal(await postUser(api, ada, bearer(await token())), code);
  });

  test('when it has another scheme than Bearer, whatever the cookies are', async () => {
    const headers = { authorization: `Basic ${await idToken(api)}` };
    await expectRefusal(await postUser(api, ada, headers), 'token_invalid');
  });

  test('when the call has another origin', async () => {
    const headers = { ...bearer(await idToken(api)), origin: 'https://evil.example' };
    await expectRefusal(await postUser(api, ada, headers), 'origin_refused');
  });
});

/** A token with the signature of a good one, and another algorithm in its header. */
async function relabelled(alg: string): Promise<string> {
  const [, payload, signature] = await parts();
  const header = Buffer.from(JSON.stringify({ alg, kid: api.key.kid })).toString('base64url');
  return [header, payload, signature].join('.');
}

/** The attack that uses a public key as a shared secret (RFC 8725, section 2.1). */
async function hs256(format: 'pem' | 'jwk'): Promise<string> {
  const publicKey = await importJWK({ ...api.key.publicJwk, ext: true }, 'RS256');
  if (publicKey instanceof Uint8Array) throw new Error('An RSA key is no secret.');
  const secret = format === 'pem' ? await exportSPKI(publicKey) : JSON.stringify(api.key.publicJwk);
  return new SignJWT(claims(api))
    .setProtectedHeader({ alg: 'HS256', kid: api.key.kid })
    .sign(new TextEncoder().encode(secret));
}

async function signedByAnother(kid: string): Promise<string> {
  return signed(claims(api), { ...(await signingKey('another')), kid });
}

function bobsToken(): Promise<string> {
  return idToken(api, { sub: 'auth0|bob', email: 'bob@example.com' });
}

async function parts(): Promise<string[]> {
  return (await idToken(api)).split('.');
}

function half(token: string): string {
  return token.slice(0, token.length / 2);
}

function cut(token: string): string {
  return token.slice(0, -5);
}

describe('a good ID token', () => {
  test('that is sent ten times at once starts one session', async () => {
    const token = await idToken(api);
    const calls = Array.from({ length: 10 }, () => postUser(api, ada, bearer(token)));
    const responses = await Promise.all(calls);
    expect(api.logged).toHaveLength(10);
    const refused = responses.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const response of refused) {
      expect(await response.json()).toMatchObject({ code: 'token_replayed' });
    }
    const after = await api.stored();
    expect(after.sessions?.length).toBe((before.sessions?.length ?? 0) + 1);
    for (const table of ['wallets', 'lots', 'entries', 'trials']) {
      expect(after[table]?.length).toBe(before[table]?.length);
    }
  });
});

describe('a good ID token starts no session with a body', () => {
  test.each<[string, ProblemCode, string, Record<string, string>]>([
    ['that is empty', 'body_not_json', '', {}],
    ['that is not JSON', 'body_not_json', 'sub=auth0|ada', {}],
    ['that breaks off', 'body_not_json', ada.slice(0, -1), {}],
    ['that is null', 'body_invalid', 'null', {}],
    ['that is a list', 'body_invalid', `[${ada}]`, {}],
    ['that is a text', 'body_invalid', '"auth0|ada"', {}],
    ['without a sub', 'body_invalid', '{"name":"Ada"}', {}],
    ['whose sub is a number', 'body_invalid', '{"sub":1}', {}],
    ['whose sub is a list', 'body_invalid', '{"sub":["auth0|ada"]}', {}],
    ['whose name is an object', 'body_invalid', '{"sub":"auth0|ada","name":{}}', {}],
    [
      'that says verified in words',
      'body_invalid',
      '{"sub":"auth0|ada","email_verified":"yes"}',
      {},
    ],
    ['whose sub only inherits', 'body_invalid', '{"__proto__":{"sub":"auth0|ada"}}', {}],
    ['of 65 kB', 'payload_too_large', JSON.stringify({ sub: 'x'.repeat(66_000) }), {}],
    ['of 7 MB', 'payload_too_large', 'x'.repeat(7_000_000), {}],
    ['that calls itself a form', 'content_type_unsupported', ada, { 'content-type': 'text/plain' }],
  ])('%s: %s', async (_what, code, body, headers) => {
    const all = { ...bearer(await idToken(api)), ...headers };
    await expectRefusal(await postUser(api, body, all), code);
  });
});

describe('the body of a good sign-in', () => {
  const greedy = JSON.stringify({
    sub: 'auth0|eve',
    email: 'millions@example.com',
    email_verified: true,
    app_metadata: { credits: 1_000_000 },
    credits: 1_000_000,
    roles: ['millions'],
    wallet_id: 'millions',
    id: 'millions',
  });
  const eve = { sub: 'auth0|eve', email: 'eve@example.com', name: 'Eve' };

  test.each([
    ['a verified', true, 25],
    ['an unverified', false, 0],
  ])('gives %s address no more than %s: %i', async (_address, email_verified, credits) => {
    const sub = `auth0|eve-${credits}`;
    const email = `eve-${credits}@example.com`;
    const token = await idToken(api, { ...eve, sub, email, email_verified });
    const body = JSON.stringify({ ...JSON.parse(greedy), sub });
    const response = await postUser(api, body, bearer(token));
    const cookie = { cookie: `session=${sessionOf(response)}` };
    expect(await response.json()).toEqual({
      response: { sub, email, email_verified, name: 'Eve', app_metadata: { credits } },
    });
    const balance = await fetch(`${api.origin}/api/credits`, { headers: cookie });
    expect(await balance.json()).toMatchObject({ available: credits, held: 0 });
    expect(JSON.stringify(await api.stored())).not.toMatch(/millions|1000000/);
  });
});
