import { readFileSync } from 'node:fs';
import { createContext, Script } from 'node:vm';
import { beforeAll, describe, expect, test } from 'vitest';
import { renderReply } from '../../../../functions/http/reply.ts';
import {
  bundleEdgeFunctions,
  type EdgeFile,
  type EdgeFunctions,
  edgeFiles,
  MAX_EDGE_BYTES,
} from '../../../../infra/aws/edge-functions.ts';
import { routes } from '../../../../src/contract/routes.ts';
import { securityHeaders } from '../../../../src/contract/security-headers.ts';

/** The store's entries of the site's files, as `site/publish-plan.ts` writes them. */
const store = new Map([
  ['/index.html', '-'],
  ['/zh/index.html', '-'],
  ['/pricing/index.html', '-'],
  ['/robots.txt', '-'],
  ['/404.html', '-'],
  ['/zh/404.html', '-'],
  ['/blog/old/index.html', '/blog/new/'],
  ['/zh/blog/tags/水/index.html', '-'],
]);

/** The functions are built for the adopter's languages. */
const hidesChinese = /hiddenLanguages[^=]*= \[[^\]]*'zh'/.test(
  readFileSync(new URL('../../../../src/languages.config.ts', import.meta.url), 'utf8'),
);

let functions: EdgeFunctions;
beforeAll(async () => {
  functions = await bundleEdgeFunctions();
});

/** Runs a function as CloudFront does: a script that has a function `handler`, and its one module. */
async function run(file: EdgeFile, event: object): Promise<Record<string, unknown>> {
  const code = functions[file].replace(/^import (\w+) from"cloudfront";/, 'var $1=cloudfront;');
  const looked: string[] = [];
  const get = async (key: string) => {
    looked.push(key);
    const value = store.get(key);
    if (value === undefined) throw new Error('KeyNotFound');
    return value;
  };
  const siteOrigin = 'https://www.example.com';
  const context = createContext({ cloudfront: { kvs: () => ({ get }) }, event, siteOrigin });
  const result: unknown = await new Script(`${code}\nhandler(event)`).runInContext(context);
  return { ...JSON.parse(JSON.stringify(result)), looked };
}

interface Parts {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: Readonly<Record<string, string>>;
  readonly querystring?: object;
}

const toChinese = {
  statusCode: 302,
  headers: { location: { value: '/zh/' }, 'cache-control': { value: 'private, no-store' } },
};

/** An event in the form of "CloudFront Functions event structure" in the developer guide. */
function viewerRequest(uri: string, { method = 'GET', ...parts }: Parts = {}) {
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'd111111abcdef8.cloudfront.net',
      distributionId: 'EDFDVBD6EXAMPLE',
      eventType: 'viewer-request',
      requestId: 'request-1',
    },
    viewer: { ip: '2001:db8::7' },
    request: {
      method,
      uri,
      querystring: parts.querystring ?? {},
      headers: fields({ host: 'www.example.com', ...parts.headers }),
      cookies: fields(parts.cookies ?? {}),
    },
  };
}

function fields(values: Readonly<Record<string, string>>) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value }]));
}

test.each(edgeFiles)('%s is small enough, and a script with a handler', (file) => {
  expect(Buffer.byteLength(functions[file])).toBeLessThanOrEqual(MAX_EDGE_BYTES);
  expect(functions[file]).toMatch(/function handler\(event\)/);
  expect(functions[file]).not.toMatch(/\bexport\b|\?\.|\?\?|\.\.\.|=>\s*\{?\s*await/);
});

describe('a file of the site', () => {
  test.each([
    ['/', '/index.html'],
    ['/zh/', '/zh/index.html'],
    ['/pricing/', '/pricing/index.html'],
    ['/robots.txt', '/robots.txt'],
    ['/zh/blog/tags/%E6%B0%B4/', '/zh/blog/tags/%E6%B0%B4/index.html'],
  ])('%s is sent from %s', async (path, uri) => {
    expect(await run('site-request', viewerRequest(path))).toMatchObject({ uri });
  });

  test('is sent without a look-up when its name has a hash', async () => {
    const { uri, looked } = await run('site-request', viewerRequest('/_astro/start.B3k.js'));
    expect([uri, looked]).toEqual(['/_astro/start.B3k.js', []]);
  });
});

describe('what is missing', () => {
  test.each([
    ['/nothing/', '/404.html'],
    ['/zh/nothing', '/zh/404.html'],
    ['/%E0%A4%A', '/404.html'],
    ['//evil.example/', '/404.html'],
  ])('%s is answered with %s', async (path, uri) => {
    expect(await run('site-request', viewerRequest(path))).toMatchObject({ uri });
  });

  test('is sent with the status that its page is kept with', async () => {
    const headers = fields({ 'content-type': 'text/html', 'x-amz-meta-status': '404' });
    const event = { ...viewerRequest('/404.html'), response: { statusCode: 200, headers } };
    expect(await run('site-response', event)).toMatchObject({
      statusCode: 404,
      headers: fields({ 'content-type': 'text/html' }),
    });
  });

  test.each([200, 304])('leaves other answers of %d as they are', async (statusCode) => {
    const response = { statusCode, headers: fields({ etag: '"a"' }) };
    expect(await run('site-response', { ...viewerRequest('/'), response })).toMatchObject(response);
  });
});

describe('a page', () => {
  test.each([
    ['cross-site', 200, 'elsewhere'],
    ['cross-site', 304, 'elsewhere'],
    ['same-origin', 304, 'here'],
    [undefined, 200, 'here'],
  ])('opened with Sec-Fetch-Site %s and status %d learns: %s', async (site, statusCode, said) => {
    const visit = { headers: site === undefined ? {} : { 'sec-fetch-site': site } };
    const event = { ...viewerRequest('/flows/', visit), response: { statusCode, headers: {} } };
    expect(await run('site-response', event)).toMatchObject({
      headers: { 'server-timing': { value: said } },
    });
  });
});

describe('a file that is no page', () => {
  const policy = "script-src 'none'";

  test.each([
    ['/logo.svg', 200, 'image/svg+xml; charset=utf-8', true],
    ['/rss.xml', 200, 'application/xml; charset=utf-8', true],
    ['/logo.svg', 304, undefined, true],
    ['/', 304, undefined, false],
    ['/index.html', 304, undefined, false],
    ['/zh/', 200, 'text/html; charset=utf-8', false],
    ['/nothing.svg', 200, 'text/html; charset=utf-8', false],
  ])('%s with status %d and type %s runs no script: %s', async (path, statusCode, type, isFile) => {
    const headers = fields(type === undefined ? {} : { 'content-type': type });
    const event = { ...viewerRequest(path), response: { statusCode, headers } };
    const sent = JSON.stringify(await run('site-response', event));
    expect(sent.includes(policy)).toBe(isFile);
  });
});

describe('a redirect', () => {
  test('leads from a folder to its page, and keeps the query as it came', async () => {
    const querystring = {
      a: { value: '1', multiValue: [{ value: '1' }, { value: '%26' }] },
      b: { value: '' },
    };
    const answer = await run('site-request', viewerRequest('/pricing', { querystring }));
    expect(answer).toMatchObject({
      statusCode: 308,
      headers: { location: { value: '/pricing/?a=1&a=%26&b' } },
    });
  });

  test('leads from a former address of a post', async () => {
    const answer = await run('site-request', viewerRequest('/blog/old/'));
    expect(answer).toMatchObject({
      statusCode: 301,
      headers: { location: { value: '/blog/new/' } },
    });
  });

  test('leads who chose a language that is shown, and comes from elsewhere, to its home page', async () => {
    const visit = { cookies: { language: 'zh' }, headers: { 'sec-fetch-site': 'none' } };
    const answer = await run('site-request', viewerRequest('/', visit));
    const stays = { uri: '/index.html' };
    expect(answer).toMatchObject(hidesChinese ? stays : toChinese);
  });

  test('is not made of what the browser prefers, only of a choice', async () => {
    const visit = { headers: { 'accept-language': 'zh-CN' } };
    expect(await run('site-request', viewerRequest('/', visit))).toMatchObject({
      uri: '/index.html',
    });
  });

  test('leads from the other host to the same address of the site', async () => {
    const querystring = { a: { value: '%26' } };
    const answer = await run('redirect-request', viewerRequest('/zh/pricing/', { querystring }));
    expect(answer).toMatchObject({
      statusCode: 301,
      headers: {
        location: { value: 'https://www.example.com/zh/pricing/?a=%26' },
        ...fields(securityHeaders('file', { https: true })),
      },
    });
  });

  test('carries the security headers of the site', async () => {
    const { headers } = await run('site-request', viewerRequest('/pricing'));
    expect(headers).toMatchObject(fields(securityHeaders('file', { https: true })));
  });
});

describe('a call of the API', () => {
  const me = routes.me.path;

  test.each([
    ['nobody', {}],
    ['somebody whose session is gone', { signed_in: '1' }],
  ])('of %s about the session is answered as the handler would', async (_who, cookies) => {
    const answer = await run('api-request', viewerRequest(me, { cookies }));
    const isHinted = 'signed_in' in cookies;
    const expected = renderReply(
      routes.me,
      { status: 204, ...(isHinted ? { session: 'missing' as const } : {}) },
      { requestId: 'request-1', siteOrigin: 'https://www.example.com', now: new Date() },
    );
    const { 'set-cookie': _, ...headers } = Object.fromEntries(expected.headers);
    expect(answer).toMatchObject({
      statusCode: expected.status,
      headers: fields(headers),
    });
    expect(setCookies(answer.cookies)).toEqual(expected.headers.getSetCookie());
  });

  test.each([
    ['with a session', viewerRequest(me, { cookies: { '__Host-session': 'abc' } })],
    ['by another method', viewerRequest(me, { method: 'POST' })],
    ['of another address', viewerRequest('/api/credits')],
  ])('%s goes on to the API', async (_what, event) => {
    expect(await run('api-request', event)).toMatchObject({ uri: event.request.uri });
  });

  test('says who asks, whatever the visitor claims', async () => {
    const headers = { 'x-viewer-address': '192.0.2.1' };
    const answer = await run('api-request', viewerRequest('/api/user', { headers }));
    expect(answer).toMatchObject({ headers: { 'x-viewer-address': { value: '2001:db8::7' } } });
  });
});

/** The cookies of an answer as `Set-Cookie` would have them. */
function setCookies(cookies: unknown): string[] {
  return Object.entries(cookies ?? {}).map(
    ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
  );
}
