import { expect, test } from 'vitest';
import { startSignIn } from '../../../../functions/auth/login.ts';
import type { AnyoneRequest } from '../../../../functions/callers/for-anyone.ts';
import { sessionTokenHash } from '../../../../functions/http/session-cookie.ts';
import type { login } from '../../../../src/contract/auth.ts';
import { siteOrigin } from '../../../support/api-event.ts';
import { memorySessions, storedSession, tokenOf } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

function request(
  returnTo: string | undefined,
  token?: string,
  headers: Readonly<Record<string, string>> = {},
): AnyoneRequest<typeof login> {
  const tokenHash = token && sessionTokenHash(token);
  const sessionCookie = tokenHash ? ({ kind: 'token', tokenHash } as const) : undefined;
  return { ...plainRequest, headers, query: { returnTo }, ...(sessionCookie && { sessionCookie }) };
}

const idle = storedSession({ lastSeenAt: new Date(0) });
const sessions = memorySessions({ [tokenOf('A')]: storedSession(), [tokenOf('I')]: idle });
const deps = { siteOrigin, sessions };

test.each([
  [undefined, '/signin/?returnTo=%2F'],
  ['/pricing/?a=1&b=2#c', '/signin/?returnTo=%2Fpricing%2F%3Fa%3D1%26b%3D2%23c'],
  ['/zh/pricing/', '/zh/signin/?returnTo=%2Fzh%2Fpricing%2F'],
  ['/zhejiang/', '/signin/?returnTo=%2Fzhejiang%2F'],
  ['//evil.example/', '/signin/?returnTo=%2F'],
  ['https://evil.example/', '/signin/?returnTo=%2F'],
  ['/api/auth/logout', '/signin/?returnTo=%2F'],
])('a visitor who wants to return to %j is sent to %s', async (returnTo, location) => {
  expect(await startSignIn(request(returnTo), deps)).toEqual({ status: 302, location });
});

test.each([
  ['/account/', '/account/'],
  ['//evil.example/', '/'],
  ['/zh/signin/', '/'],
])('a signed-in visitor who asks for %s goes straight to %s', async (returnTo, location) => {
  expect(await startSignIn(request(returnTo, tokenOf('A')), deps)).toEqual({
    status: 302,
    location,
  });
});

test.each([
  ['was ended elsewhere', 'Q', '/signin/?anew=1&returnTo=%2Faccount%2F'],
  ['has been idle', 'I', '/signin/?returnTo=%2Faccount%2F'],
])('a visitor whose session %s signs in again', async (_what, letter, location) => {
  const reply = await startSignIn(request('/account/', tokenOf(letter)), deps);
  expect(reply).toEqual({ status: 302, location });
});

test.each([
  ['cross-site', '/signin/?show=elsewhere&returnTo=%2F'],
  ['same-site', '/signin/?show=elsewhere&returnTo=%2F'],
  ['same-origin', '/signin/?returnTo=%2F'],
  ['none', '/signin/?returnTo=%2F'],
])('a navigation with Sec-Fetch-Site %s leads to %s', async (site, location) => {
  const reply = await startSignIn(request('/', undefined, { 'sec-fetch-site': site }), deps);
  expect(reply).toEqual({ status: 302, location });
});

test('a signed-in visitor whom another site sends is not asked', async () => {
  const headers = { 'sec-fetch-site': 'cross-site' };
  const reply = await startSignIn(request('/account/', tokenOf('A'), headers), deps);
  expect(reply).toEqual({ status: 302, location: '/account/' });
});
