import { describe, expect, test } from 'vitest';
import { signOut } from '../../../../functions/auth/logout.ts';
import type { AnyoneRequest } from '../../../../functions/callers/for-anyone.ts';
import { preferredLanguage } from '../../../../functions/http/negotiation.ts';
import { type SessionCookie, sessionTokenHash } from '../../../../functions/http/session-cookie.ts';
import type { logout } from '../../../../src/contract/auth.ts';
import { siteOrigin } from '../../../support/api-event.ts';
import { memorySessions, storedSession, tokenOf } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const tokenHash = sessionTokenHash(tokenOf('A'));

function request(
  headers: Readonly<Record<string, string | undefined>> = {},
  sessionCookie: SessionCookie = { kind: 'token', tokenHash },
): AnyoneRequest<typeof logout> {
  const language = preferredLanguage(headers['accept-language']);
  const opened = { 'sec-fetch-dest': 'document', ...headers };
  return { ...plainRequest, path: '/api/auth/logout', headers: opened, sessionCookie, language };
}

function depsOf() {
  const sessions = memorySessions({ [tokenOf('A')]: storedSession() });
  return { siteOrigin, issuer: 'https://tenant.example/', clientId: 'a b', sessions };
}

const toEnglish =
  'https://tenant.example/v2/logout?client_id=a+b&returnTo=https%3A%2F%2Fwww.example.com%2F';
const toChinese = `${toEnglish}zh%2F`;

describe('a sign-out', () => {
  test('ends the session, clears the cookies and redirects to the provider', async () => {
    const deps = depsOf();
    const reply = await signOut(request(), deps);
    expect(reply).toEqual({ status: 302, location: toEnglish, session: 'ended' });
    expect(deps.sessions.ended).toEqual([tokenHash]);
  });

  test.each(['same-origin', 'none'])('with Sec-Fetch-Site %s counts as our own', async (site) => {
    const reply = await signOut(request({ 'sec-fetch-site': site }), depsOf());
    expect(reply).toMatchObject({ status: 302, session: 'ended' });
  });

  test('with doubled cookies ends every session that they name', async () => {
    const deps = depsOf();
    const tokenHashes = [tokenHash, sessionTokenHash(tokenOf('E'))];
    const reply = await signOut(request({}, { kind: 'unusable', tokenHashes }), deps);
    expect(reply).toEqual({ status: 302, location: toEnglish, session: 'ended' });
    expect(deps.sessions.ended).toEqual(tokenHashes);
  });

  test.each([[{ kind: 'absent' }], [{ kind: 'unusable', tokenHashes: [] }]] as const)(
    'with a session cookie that is %j still clears the cookies and signs out at the provider',
    async (cookie) => {
      const deps = depsOf();
      const reply = await signOut(request({}, cookie), deps);
      expect(reply).toEqual({ status: 302, location: toEnglish, session: 'ended' });
      expect(deps.sessions.ended).toEqual([]);
    },
  );

  test.each([
    [{ referer: `${siteOrigin}/zh/account/` }, toChinese],
    [{ referer: `${siteOrigin}/zh/`, 'accept-language': 'en' }, toChinese],
    [{ referer: `${siteOrigin}/account/`, 'accept-language': 'zh' }, toEnglish],
    [{ referer: 'https://evil.example/zh/' }, toEnglish],
    [{ referer: 'https://evil.example/', 'accept-language': 'zh-CN' }, toChinese],
    [{ referer: 'no address' }, toEnglish],
    [{ referer: `${siteOrigin}/api/auth/logout`, 'accept-language': 'zh-CN' }, toChinese],
    [{ 'accept-language': 'zh-CN,zh;q=0.9' }, toChinese],
    [{}, toEnglish],
  ])('with the headers %j returns to the home page of that language', async (headers, location) => {
    expect(await signOut(request(headers), depsOf())).toMatchObject({ location });
  });
});

describe('a request that opens no page', () => {
  test.each([
    [{ 'sec-fetch-dest': 'image', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'no-cors' }],
    [{ 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }],
    [{ 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
    [{ 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'none' }],
    [{ 'sec-fetch-dest': undefined, accept: 'image/webp,image/avif,*/*;q=0.8' }],
    [{ 'sec-fetch-dest': undefined, accept: '*/*' }],
    [{ 'sec-fetch-dest': undefined }],
  ])('with the headers %j ends nothing', async (headers) => {
    const deps = depsOf();
    const reply = await signOut(request(headers), deps);
    expect(reply).toMatchObject({ status: 200 });
    expect(reply).not.toHaveProperty('session');
    expect(deps.sessions.ended).toEqual([]);
  });

  test('is told from a page by what an old browser accepts', async () => {
    const headers = { 'sec-fetch-dest': undefined, accept: 'text/html,application/xhtml+xml' };
    expect(await signOut(request(headers), depsOf())).toMatchObject({ session: 'ended' });
  });
});

describe('a sign-out that another site started', () => {
  test.each(['cross-site', 'same-site'])('(%s) ends nothing and asks', async (site) => {
    const deps = depsOf();
    const reply = await signOut(request({ 'sec-fetch-site': site }), deps);
    const html = expect.stringContaining('Sign out?');
    expect(reply).toMatchObject({ status: 200, page: { html } });
    expect(reply).not.toHaveProperty('session');
    expect(deps.sessions.ended).toEqual([]);
  });

  test.each(['cross-site', 'same-site'])(
    '(%s) without a session cookie asks nothing, clears nothing and redirects',
    async (site) => {
      const deps = depsOf();
      const reply = await signOut(request({ 'sec-fetch-site': site }, { kind: 'absent' }), deps);
      expect(reply).toEqual({ status: 302, location: toEnglish });
      expect(deps.sessions.ended).toEqual([]);
    },
  );

  test('asks a caller with doubled cookies too', async () => {
    const deps = depsOf();
    const cookie = { kind: 'unusable', tokenHashes: [tokenHash] } as const;
    const reply = await signOut(request({ 'sec-fetch-site': 'cross-site' }, cookie), deps);
    expect(reply).toMatchObject({ status: 200 });
    expect(deps.sessions.ended).toEqual([]);
  });

  test('asks in the language of the browser', async () => {
    const headers = { 'sec-fetch-site': 'cross-site', 'accept-language': 'zh-CN' };
    const html = expect.stringContaining('lang="zh-CN"');
    expect(await signOut(request(headers), depsOf())).toMatchObject({ page: { html } });
  });
});
