import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  chooseEncoding,
  readSiteFiles,
  type SiteFiles,
} from '../../../../../infra/local/site/site-files.ts';
import { type StaticRequest, siteAnswers } from '../../../../../infra/local/site/static-files.ts';
import { securityHeaders } from '../../../../../src/contract/security-headers.ts';

const long = 'long enough to be worth compressing '.repeat(40);
const contents = {
  'index.html': '<h1>Home</h1>',
  'blog/index.html': `<h1>Blog</h1>${long}`,
  'zh/index.html': '<h1>首页</h1>',
  '404.html': '<h1>Nothing here</h1>',
  'zh/404/index.html': '<h1>没有</h1>',
  '_astro/app.Ab12.js': `// ${long}`,
  '_astro/photo.Cd34.webp': long,
  'blog/old/index.html': '<a href="/blog/">moved</a>',
  'redirects.json': '{"/blog/old/":"/blog/"}',
  'logo.svg': '<svg/>',
  'robots.txt': 'User-agent: *',
  '名.txt': 'name',
};

let site: string;
let files: SiteFiles;

beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), 'millrace-site-'));
  site = join(parent, 'site');
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  for (const [path, content] of Object.entries(contents)) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), content);
  }
  files = await readSiteFiles(site);
});

afterAll(() => rmSync(dirname(site), { recursive: true, force: true }));

function get(url: string, changes: Partial<StaticRequest> = {}) {
  const request = { method: 'GET', url, acceptEncoding: undefined, ifNoneMatch: undefined };
  return siteAnswers(files, 'https://www.example.com')({ ...request, ...changes });
}

describe('a static answer', () => {
  it.each([
    ['/', '<h1>Home</h1>', 'text/html; charset=utf-8'],
    ['/?a=1', '<h1>Home</h1>', 'text/html; charset=utf-8'],
    ['/zh/', '<h1>首页</h1>', 'text/html; charset=utf-8'],
    ['/logo.svg', '<svg/>', 'image/svg+xml; charset=utf-8'],
    ['/robots.txt', 'User-agent: *', 'text/plain; charset=utf-8'],
    ['/%E5%90%8D.txt', 'name', 'text/plain; charset=utf-8'],
    ['/_astro/photo.Cd34.webp', long, 'image/webp'],
  ])('to %s is the file with its type', async (url, body, type) => {
    const answer = await get(url);
    expect(answer.status).toBe(200);
    expect(answer.body?.toString()).toBe(body);
    expect(answer.headers['content-type']).toBe(type);
  });

  it.each([
    ['/blog', '/blog/'],
    ['/blog?page=2&x=/a', '/blog/?page=2&x=/a'],
    ['/blog?', '/blog/?'],
    ['/zh', '/zh/'],
  ])('to %s leads to %s', async (url, location) => {
    expect(await get(url)).toMatchObject({ status: 308, headers: { location } });
  });

  it.each([
    ['/blog/old/', '/blog/'],
    ['/blog/old/?a=1', '/blog/?a=1'],
  ])('to %s, which was renamed, leads to %s', async (url, location) => {
    expect(await get(url)).toMatchObject({ status: 301, headers: { location } });
  });

  it.each([
    ['/nowhere', '<h1>Nothing here</h1>'],
    ['/zh/nowhere/', '<h1>没有</h1>'],
    ['/404.html', '<h1>Nothing here</h1>'],
    ['/zh/404/', '<h1>没有</h1>'],
  ])('to %s is the 404 page of its language', async (url, body) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(answer.body?.toString()).toBe(body);
  });

  it.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/blog/../../secret.txt',
    '/..\\secret.txt',
    '/%5c..%5csecret.txt',
    '//secret.txt',
    '/robots.txt%00',
    '/robots.txt%00.html',
    '/%',
    '/%zz',
    '/%c3%28',
    '/blog%',
    '//blog',
    '/\\blog',
    'http://other.example/',
    '*',
    '/__proto__',
    '/constructor',
  ])('to %j is a 404 and tells nothing', async (url) => {
    const answer = await get(url);
    expect(answer.status).toBe(404);
    expect(answer.body?.toString()).toBe('<h1>Nothing here</h1>');
  });

  it('to an unknown name with a hash is a 404 without a page', async () => {
    const answer = await get('/_astro/missing.js');
    expect(answer).toMatchObject({ status: 404 });
    expect(answer).not.toHaveProperty('body');
  });

  it('may be stored for ever when its name holds a hash, and is revalidated otherwise', async () => {
    expect((await get('/_astro/app.Ab12.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    for (const url of ['/', '/logo.svg', '/nowhere', '/blog', '/_astro/missing.js']) {
      expect((await get(url)).headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    }
  });

  it('comes compressed, with an entity tag of its own for each encoding', async () => {
    const plain = await get('/blog/');
    const brotli = await get('/blog/', { acceptEncoding: 'gzip, br' });
    const gzip = await get('/blog/', { acceptEncoding: 'gzip' });
    expect(brotliDecompressSync(brotli.body ?? '')).toEqual(plain.body);
    expect(gunzipSync(gzip.body ?? '')).toEqual(plain.body);
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(gzip.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.vary).toBe('accept-encoding');
    expect(new Set([plain, brotli, gzip].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it.each(['/', '/_astro/photo.Cd34.webp'])(
    'to %s is not compressed, for it is small or compressed already',
    async (url) => {
      const { headers } = await get(url, { acceptEncoding: 'br, gzip' });
      expect(headers).not.toHaveProperty('content-encoding');
      expect(headers).not.toHaveProperty('vary');
    },
  );

  it('is a 304 with the tag and no body when the client has these bytes', async () => {
    const { etag = '' } = (await get('/blog/', { acceptEncoding: 'br' })).headers;
    for (const ifNoneMatch of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get('/blog/', { acceptEncoding: 'br', ifNoneMatch });
      expect(answer.status).toBe(304);
      expect(answer.body).toBeUndefined();
      expect(answer.headers).toMatchObject({ etag, vary: 'accept-encoding' });
      expect(answer.headers).not.toHaveProperty('content-type');
    }
  });

  it('is the whole file when the client has other bytes', async () => {
    const { etag = '' } = (await get('/blog/', { acceptEncoding: 'br' })).headers;
    expect((await get('/blog/', { acceptEncoding: 'gzip', ifNoneMatch: etag })).status).toBe(200);
    expect((await get('/blog/', { ifNoneMatch: '"other"' })).status).toBe(200);
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'TRACE'])('to %s is 405', async (method) => {
    const headers = { allow: 'GET, HEAD' };
    expect(await get('/', { method })).toMatchObject({ status: 405, headers });
  });

  it('sends the copy that was made for the first request to later ones', async () => {
    const ask = async () => (await get('/blog/', { acceptEncoding: 'br' })).body;
    const [first, second] = await Promise.all([ask(), ask()]);
    expect(second).toBe(first);
    expect(await ask()).toBe(first);
  });

  it('carries the security headers whatever it is', async () => {
    const pages = [get('/'), get('/nowhere'), get('/', { ifNoneMatch: '*' })];
    for (const { headers } of await Promise.all(pages)) {
      expect(headers).toMatchObject(securityHeaders('site', { https: true }));
    }
    for (const { headers } of await Promise.all([get('/blog'), get('/', { method: 'POST' })])) {
      expect(headers).toMatchObject(securityHeaders('file', { https: true }));
    }
  });

  it.each([
    [undefined, 'here'],
    ['none', 'here'],
    ['same-origin', 'here'],
    ['same-site', 'elsewhere'],
    ['cross-site', 'elsewhere'],
    ['odd', 'elsewhere'],
  ])('tells a page that is opened with Sec-Fetch-Site %s: %s', async (fetchSite, said) => {
    for (const changes of [{}, { ifNoneMatch: '*' }]) {
      const { headers } = await get('/', { fetchSite, ...changes });
      expect(headers['server-timing']).toBe(said);
    }
    expect((await get('/logo.svg', { fetchSite })).headers).not.toHaveProperty('server-timing');
  });

  it.each(['/logo.svg', '/robots.txt', '/_astro/app.Ab12.js'])(
    'runs no script when it is no page: %s',
    async (url) => {
      const file = securityHeaders('file', { https: true });
      expect((await get(url)).headers).toMatchObject(file);
      // A browser takes the headers of a 304 for those of the copy that it has.
      expect((await get(url, { ifNoneMatch: '*' })).headers).toMatchObject(file);
    },
  );

  it('is an empty 404 when the site has no page for it', async () => {
    const request = { method: 'GET', url: '/x', acceptEncoding: undefined, ifNoneMatch: undefined };
    expect(await siteAnswers(new Map(), 'http://localhost')(request)).toMatchObject({
      status: 404,
    });
  });
});

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['br', 'br'],
  ['gzip, deflate, br', 'br'],
  ['GZIP', 'gzip'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, gzip;q=0', undefined],
  ['*', 'br'],
  ['*, br;q=0', 'gzip'],
  ['*;q=0', undefined],
  ['br;q=nonsense, gzip;q=0.1', 'gzip'],
])('chooseEncoding for accept-encoding %j is %j', (header, expected) => {
  expect(chooseEncoding(header)).toBe(expected);
});
