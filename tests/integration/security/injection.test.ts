import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi } from '../journeys/api.ts';
import { aService, aUser, callAs } from '../journeys/service-calls.ts';
import { callAsUser, signIn } from '../journeys/signed-in.ts';

const api = await startApi();
afterAll(api.close);

beforeEach(() => {
  api.logged.length = 0;
});

/** Line breaks as an attacker could write them, each with a header after it. */
const breaks = ['\r\n', '\n', '\r', '%0d%0a', '%0a', '%0D%0A%20', '\u2028', '%E5%98%8A%E5%98%8D'];
const evil = 'set-cookie: session=evil';

describe('nobody can add a header', () => {
  test.each(breaks)('by a returnTo with %j', async (lineBreak) => {
    const returnTo = `/pricing/${lineBreak}${evil}`;
    for (const value of [returnTo, encodeURIComponent(returnTo)]) {
      const answer = await fetch(`${api.origin}/api/auth/login?returnTo=${value}`, {
        redirect: 'manual',
      });
      expect(answer.status).toBe(302);
      expect(answer.headers.getSetCookie()).toEqual([]);
      const location = answer.headers.get('location') ?? '';
      expect(location).toMatch(/^\/(?:zh\/)?signin\/[\x21-\x7e]*$/);
    }
  });

  test('by the user agent, the language or the referrer of the browser', async () => {
    const cookie = await signIn(api, 'ada', { userAgent: `x%0d%0a${evil}` });
    const headers = {
      referer: `${api.origin}/zh/%0d%0a${evil}`,
      'accept-language': `zh;q=1%0d%0a`,
    };
    for (const path of ['/api/auth/logout', '/api/user/sessions', '/api/user/export']) {
      const answer = await fetch(`${api.origin}${path}`, {
        headers: { ...headers, cookie, 'sec-fetch-site': 'cross-site' },
        redirect: 'manual',
      });
      expect(answer.headers.getSetCookie()).toEqual([]);
      expect([...answer.headers.keys()]).not.toContain('evil');
    }
  });
});

describe('nobody can write into the log', () => {
  /** The lines of the log: each must be one JSON object with our own members only. */
  function lines(): readonly Record<string, unknown>[] {
    return api.logged.map((line) => {
      expect(line).not.toMatch(/[\r\n\u2028\u2029]/);
      return JSON.parse(line);
    });
  }

  const known = ['time', 'requestId', 'route', 'status', 'durationMs', 'code', '_aws', 'Refusals'];

  test('a line has only members of ours, whatever the request says', async () => {
    const forged = '{"route":"me","status":200}';
    for (const lineBreak of breaks) {
      const text = encodeURIComponent(`${lineBreak}${forged}`);
      await fetch(`${api.origin}/api/${text}?${text}`, { headers: { 'user-agent': text } });
      await fetch(`${api.origin}/api/user`, { method: 'POST', body: `${lineBreak}${forged}` });
    }
    expect(lines()).toHaveLength(2 * breaks.length);
    for (const line of lines()) {
      expect(Object.keys(line).filter((name) => !known.includes(name))).toEqual([]);
      expect(['answerUnmatched', 'saveUser']).toContain(line.route);
    }
  });

  test('the id of a request is ours, whatever id the request has', async () => {
    const ids = { 'x-request-id': 'mine', 'x-amzn-trace-id': 'mine', 'apigw-requestid': 'mine' };
    const answer = await fetch(`${api.origin}/api/health`, { headers: ids });
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
    expect(lines()).toMatchObject([{ requestId: answer.headers.get('x-request-id') }]);
  });
});

test('a text of a service is text to the ledger, also when it looks like a statement', async () => {
  await aUser(api, 'bob');
  const service = await aService(api, 'render-farm', ['holds', 'grants']);
  const texts = [
    "'; drop table entries; --",
    '{{7*7}}',
    '<img src=x onerror=alert(1)>',
    '$1',
    '%s%n',
  ];
  for (const text of texts) {
    const reference = await callAs(service, api, 'holds', {
      sub: 'bob',
      amount: 1,
      reference: text,
    });
    expect(reference.status).toBe(201);
    const found = await api.db
      .selectFrom('holds')
      .where('reference', '=', text)
      .selectAll()
      .execute();
    expect(found).toHaveLength(1);
  }
  const nobody = await callAs(service, api, 'holds', { sub: "' or '1'='1", amount: 1 });
  expect(nobody.body).toMatchObject({ code: 'user_not_found' });
});

test('HTML in a name comes back as JSON, and no browser may read it as a page', async () => {
  const name = '<script>alert(1)</script>';
  const cookie = await signIn(api, 'eve', { claims: { name, picture: 'javascript:alert(1)' } });
  const answer = await callAsUser(api, cookie, '/api/auth/me');
  expect(answer.headers.get('content-type')).toBe('application/json');
  expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  expect(await answer.json()).toMatchObject({ name });
});
