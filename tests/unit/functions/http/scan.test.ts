import { describe, expect, test } from 'vitest';
import { signOutPage } from '../../../../functions/auth/sign-out-page.ts';
import { type AnyReply, renderRefusal, renderReply } from '../../../../functions/http/reply.ts';
import type { NewSession } from '../../../../functions/http/session-cookie.ts';
import type { Route } from '../../../../src/contract/route.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { securityHeaders } from '../../../../src/contract/security-headers.ts';
import { siteOrigin } from '../../../support/api-event.ts';
import { now, tokenOf } from '../../../support/memory-stores.ts';
import { type Scanned, scan, WANTED_SCORE } from '../../../support/observatory.ts';

const context = { requestId: 'request-1', siteOrigin, now };
const session: NewSession = { token: tokenOf('A'), expiresAt: new Date(now.getTime() + 60_000) };
const csv = { name: 'a.csv', rows: [[1]] };

/** An answer of the functions, as the wrapper returns it. */
async function scanned(answer: Response): Promise<Scanned> {
  const { 'set-cookie': _, ...headers } = Object.fromEntries(answer.headers);
  const isPage = headers['content-type']?.startsWith('text/html');
  return {
    https: true,
    headers,
    cookies: answer.headers.getSetCookie(),
    html: isPage ? await answer.text() : '',
  };
}

describe('an answer of the API gets at least 130 of Mozilla’s Observatory', () => {
  test.each<[string, Route, AnyReply]>([
    ['JSON', routes.checkHealth, { status: 200, body: { status: 'ok' } }],
    ['JSON from the origin of the flows', routes.listFlows, { status: 200, body: [] }],
    ['a file', routes.listEntries, { status: 200, csv }],
    ['a page', routes.logout, { status: 200, page: signOutPage('en') }],
    ['a redirect', routes.login, { status: 302, location: '/' }],
    ['nothing', routes.me, { status: 204 }],
    ['a session that begins', routes.me, { status: 204, session }],
    ['a session that ends', routes.logout, { status: 302, location: '/', session: 'ended' }],
  ])('when it is %s', async (_what, route, reply) => {
    const { score, findings } = scan(await scanned(renderReply(route, reply, context)));
    expect(findings.filter(({ modifier }) => modifier < 0)).toEqual([]);
    expect(score).toBeGreaterThanOrEqual(WANTED_SCORE);
  });

  test('when it is a refusal', async () => {
    const refusal = { ok: false, code: 'internal', detail: 'x' } as const;
    const answer = await scanned(renderRefusal(routes.me, refusal, context));
    expect(scan(answer).score).toBeGreaterThanOrEqual(WANTED_SCORE);
  });
});

describe('the scan', () => {
  const headers = securityHeaders('data', { https: true });
  const good: Scanned = { https: true, headers, cookies: [], html: '' };
  const policy = (text: string) => ({ headers: { ...headers, 'content-security-policy': text } });

  test.each<[string, Partial<Scanned>]>([
    ['no header at all', { headers: {} }],
    ['scripts in the page', policy("default-src 'self'; script-src 'unsafe-inline'")],
    ['scripts from anywhere', policy("default-src 'self'; script-src https:")],
    ['objects from anywhere', policy("script-src 'self'; object-src *")],
    ['no rule for scripts', policy("object-src 'none'")],
    ['eval', policy("default-src 'self'; script-src 'self' 'unsafe-eval'")],
    ['scripts over plain HTTP', policy("default-src 'self' http://a.example")],
    ['a session that scripts can read', { cookies: ['session=a; Secure; SameSite=Lax'] }],
    ['a session for any site', { cookies: ['session=a; Secure; HttpOnly; SameSite=Any'] }],
    ['a token without SameSite', { cookies: ['csrf=a; Secure'] }],
    ['a directive twice', policy("default-src 'none'; default-src 'self'")],
    [
      'a policy for openers of no meaning',
      { headers: { ...headers, 'cross-origin-opener-policy': 'x' } },
    ],
    ['TLS for a week', { headers: { ...headers, 'strict-transport-security': 'max-age=604800' } }],
    ['TLS for no time', { headers: { ...headers, 'strict-transport-security': 'preload' } }],
    ['a session without TLS', { cookies: ['session=a; HttpOnly; SameSite=Lax'], headers: {} }],
    ['scripts of others', { html: '<script src="http://a.example/a.js"></script>', headers: {} }],
  ])('finds fault with %s', (_what, changes) => {
    const { findings } = scan({ ...good, ...changes });
    expect(findings.some(({ modifier }) => modifier < 0)).toBe(true);
  });

  test('takes two policies for what both allow', () => {
    const html = `<meta http-equiv="content-security-policy" content="script-src 'self' https:">`;
    const inHeader = (text: string) => ({ ...good, html, ...policy(text) });
    const isLoose = (answer: Scanned) =>
      scan(answer).findings.some(({ result }) => result === 'unsafe scripts or objects');
    expect(isLoose(inHeader("object-src 'none'"))).toBe(true);
    expect(isLoose(inHeader("object-src 'none'; script-src 'self'"))).toBe(false);
  });

  test('gives bonus points only to an answer without faults', () => {
    expect(scan(good).score).toBe(140);
    expect(scan({ ...good, headers: { 'referrer-policy': 'no-referrer' } }).score).toBe(30);
  });
});
