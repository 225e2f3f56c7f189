import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRemoteJWKSet, jwtVerify } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { persistedSigningKey } from '../../../infra/local/data/persisted-secrets.ts';
import { identityProvider } from '../../../infra/local/identity/identity-provider.ts';
import { subjectOf } from '../../../infra/local/identity/person.ts';
import { providerReasons } from '../../../src/client/auth/provider-reasons.ts';
import { type Browser, startBrowser } from './browser.ts';
import { type Served, serve } from './serve.ts';

const siteOrigin = 'http://localhost:4321';
const clientId = 'local-client';
const redirectUri = `${siteOrigin}/signin/`;

let dataDir: string;
let reports: string[];
let served: Served;
let browser: Browser;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'millrace-provider-'));
});

afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

beforeEach(async () => {
  reports = [];
  served = await serve((origin) =>
    identityProvider({
      origin,
      siteOrigin,
      clientId,
      signingKey: persistedSigningKey(dataDir),
      clock: () => new Date(),
      report: (text) => reports.push(text),
    }),
  );
  browser = startBrowser();
});

afterEach(async () => {
  await served.close();
  expect(reports).toEqual([]);
});

interface Ceremony {
  readonly url: string;
  readonly verifier: string;
}

function startCeremony(changes: Readonly<Record<string, string>> = {}): Ceremony {
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    response_mode: 'query',
    scope: 'openid profile email',
    state: 'state-1',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    auth0Client: 'eyJuYW1lIjoiYXV0aDAtc3BhLWpzIn0=',
    ...changes,
  });
  return { url: `${served.origin}/authorize?${query}`, verifier };
}

const ada = { email: 'Ada@Example.com', name: 'Ada Lovelace', email_verified: 'true' };

/** Follows the authorization request to the sign-in page, fills it in, and returns to the site. */
async function signIn(ceremony: Ceremony, fields: Readonly<Record<string, string>> = ada) {
  const page = await browser.follow(ceremony.url, siteOrigin);
  return browser.follow(page.url, siteOrigin, new URLSearchParams(fields));
}

async function redeem(code: string, verifier: string, origin = siteOrigin) {
  return fetch(`${served.origin}/oauth/token`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    }),
  });
}

async function claimsOfSignIn(ceremony: Ceremony, back: URL) {
  const response = await redeem(back.searchParams.get('code') ?? '', ceremony.verifier);
  const { id_token: idToken } = await response.json();
  const keys = createRemoteJWKSet(new URL(`${served.origin}/.well-known/jwks.json`));
  return jwtVerify(idToken, keys, { issuer: `${served.origin}/`, audience: clientId });
}

describe('a sign-in', () => {
  it('ends with an ID token that has the claims of Auth0', async () => {
    const ceremony = startCeremony();
    const back = await signIn(ceremony);
    expect(back.url.origin + back.url.pathname).toBe(redirectUri);
    expect(back.url.searchParams.get('state')).toBe('state-1');
    const { payload, protectedHeader } = await claimsOfSignIn(ceremony, back.url);
    expect(protectedHeader.alg).toBe('RS256');
    expect(payload).toMatchObject({
      sub: subjectOf('ada@example.com'),
      nonce: 'nonce-1',
      email: 'ada@example.com',
      email_verified: true,
      name: 'Ada Lovelace',
      nickname: 'ada',
      given_name: 'Ada',
      family_name: 'Lovelace',
      picture: `${served.origin}/avatars/AL.svg`,
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
  });

  it('has its page and its error messages in the language of the application', async () => {
    const page = await browser.follow(startCeremony({ ui_locales: 'zh' }).url, siteOrigin);
    expect(page.html).toContain('<html lang="zh">');
    expect(page.html).toContain('<h1>登录 ');
    const fields = new URLSearchParams({ email: 'nobody', name: '' });
    const again = await browser.follow(page.url, siteOrigin, fields);
    expect(again.html).toContain('role="alert">请填写邮箱');
  });

  it('as another person first ends the session of the first person', async () => {
    await signIn(startCeremony());
    const other = { email: 'bob@example.com', name: 'Bob', email_verified: 'true' };
    const ceremony = startCeremony({ prompt: 'login' });
    const between = await signIn(ceremony, other);
    const [, action = ''] = /action="([^"]+)"/.exec(between.html) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(between.html) ?? [];
    const confirmation = new URLSearchParams({ xsrf, logout: 'yes' });
    const back = await browser.follow(action, siteOrigin, confirmation);
    const { payload } = await claimsOfSignIn(ceremony, back.url);
    expect(payload.email).toBe('bob@example.com');
  });

  it.each(
    providerReasons.map(
      ({ example }, index) => [example.error, example.description, index] as const,
    ),
  )('that is refused as Auth0 would returns with %s: %s', async (error, description, index) => {
    const back = await signIn(startCeremony(), { refusal: String(index) });
    expect(back.url.searchParams.get('error')).toBe(error);
    expect(back.url.searchParams.get('error_description')).toBe(description);
    expect(back.url.searchParams.has('code')).toBe(false);
  });

  it('with a malformed address shows a message and keeps the typed text', async () => {
    const typed = { email: '<b>not an address', name: 'Ada "A" Lovelace' };
    const page = await signIn(startCeremony(), typed);
    expect(page.status).toBe(422);
    expect(page.html).toContain('role="alert"');
    expect(page.html).toContain('aria-invalid="true"');
    expect(page.html).toContain('value="&lt;b&gt;not an address"');
    expect(page.html).toContain('value="Ada &quot;A&quot; Lovelace"');
    expect(page.html).not.toContain('checked');
  });

  it('with an oversized form is refused', async () => {
    const page = await signIn(startCeremony(), { email: 'x'.repeat(20_000) });
    expect(page.status).toBe(413);
  });
});

it('the sign-in page has the fields that the contract names, and runs no script', async () => {
  const page = await browser.follow(startCeremony().url, siteOrigin);
  expect(page.html).toMatch(/<input[^>]*name="email"/);
  expect(page.html).toMatch(/<input[^>]*name="name"/);
  expect(page.html).toMatch(/<input type="checkbox" name="email_verified"[^>]* checked>/);
  expect(page.html).toContain('local stand-in');
  expect(page.html).not.toContain('<script');
  const policy = page.headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain(`form-action 'self' ${siteOrigin}`);
});

describe('an authorization request', () => {
  it.each([
    ['an address that is not registered', { redirect_uri: 'https://evil.example/' }],
    ['a registered address and a tail', { redirect_uri: `${redirectUri}?x=1` }],
    ['another client id', { client_id: 'someone-else' }],
    ['an unregistered address and a cancelled sign-in', { redirect_uri: 'http://localhost:1/' }],
  ])('with %s shows an error and does not redirect', async (_title, changes) => {
    const answer = await browser.follow(startCeremony(changes).url, siteOrigin);
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('That did not work');
    expect(answer.html).not.toContain('evil.example');
  });

  it('without PKCE returns with an error', async () => {
    const query = { code_challenge: '', code_challenge_method: '' };
    const back = await browser.follow(startCeremony(query).url, siteOrigin);
    expect(back.url.searchParams.get('error')).toBe('invalid_request');
  });
});

it('the token endpoint lets no other site read the answer', async () => {
  const ceremony = startCeremony();
  const back = await signIn(ceremony);
  const code = back.url.searchParams.get('code') ?? '';
  const response = await redeem(code, ceremony.verifier, 'http://localhost:1');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  expect(await response.json()).not.toHaveProperty('id_token');
});

describe('a sign-out', () => {
  const logout = (query: Readonly<Record<string, string>>) =>
    browser.follow(`${served.origin}/v2/logout?${new URLSearchParams(query)}`, siteOrigin);
  const isSignedIn = async () => {
    const back = await browser.follow(startCeremony({ prompt: 'none' }).url, siteOrigin);
    return back.url.searchParams.has('code');
  };

  beforeEach(async () => {
    await signIn(startCeremony());
  });

  it.each([
    [{ client_id: clientId, returnTo: 'https://evil.example/' }],
    [{ client_id: clientId, returnTo: `${siteOrigin}/account/` }],
    [{ client_id: clientId, returnTo: `${siteOrigin}.evil.example/` }],
    [{ client_id: 'someone-else', returnTo: `${siteOrigin}/` }],
    [{ returnTo: `${siteOrigin}/` }],
  ])('with %j shows an error and ends nothing', async (query) => {
    const answer = await logout(query);
    expect(answer.status).toBe(400);
    expect(answer.html).toContain('That did not work');
    expect(await isSignedIn()).toBe(true);
  });
});

describe('the provider', () => {
  it.each(['//', '//x', '/\\\\x', '//[', '/%zz', '*', 'http://localhost//'])(
    'answers the odd address %s without failing',
    async (path) => {
      const answered = Promise.withResolvers<number | undefined>();
      const { port } = new URL(served.origin);
      const odd = httpRequest({ port, path, method: path === '*' ? 'OPTIONS' : 'GET' });
      odd.on('response', (response) => answered.resolve(response.resume().statusCode));
      odd.on('error', answered.reject).end();
      expect([400, 404]).toContain(await answered.promise);
    },
  );

  it('publishes no private part of its key, and the same key after a restart', async () => {
    const { keys } = await (await fetch(`${served.origin}/.well-known/jwks.json`)).json();
    const { d, p, q, n } = persistedSigningKey(dataDir);
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', use: 'sig', n });
    for (const secret of [d, p, q]) expect(JSON.stringify(keys)).not.toContain(secret);
  });
});
