import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routes } from '../../../src/contract/routes.ts';
import { securityHeaders } from '../../../src/contract/security-headers.ts';
import { type Check, checkProduct } from '../../smoke/checks.ts';

/** The answer of a server that does everything right for a file, and nothing for the API. */
const good = {
  status: 200,
  headers: {
    ...securityHeaders('site', { https: false }),
    'cache-control': 'public, max-age=0, must-revalidate',
    'content-type': 'text/html; charset=utf-8',
  },
  body: '<a href="/a/">a</a><a href="/api/auth/login">in</a><a href="https://other.example/">o</a>',
};

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let replies: Readonly<Record<string, Reply>>;
let asked: string[];
let origin: string;

const server = createServer((request, response) => {
  asked.push(`${request.method} ${request.url}`);
  const { status, headers, body } = replies[request.url ?? ''] ?? good;
  response.writeHead(status, headers).end(body);
});

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('there is no port');
  origin = `http://127.0.0.1:${address.port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

async function faultsOf(
  request: string,
  set: Readonly<Record<string, Reply>>,
): Promise<readonly string[]> {
  asked = [];
  replies = set;
  const reported: Check[] = [];
  const checks = await checkProduct(origin, (check) => reported.push(check));
  expect(reported).toEqual(checks);
  return checks.filter((check) => check.request === request).flatMap(({ faults }) => faults);
}

function withHeader(name: string, value: string): Reply {
  return { ...good, headers: { ...good.headers, [name]: value } };
}

describe('the check of a running product', () => {
  it('asks for what the home page and the sitemap name, once, and for no foreign address', async () => {
    const map = { ...good, body: `<loc>${origin}/a/</loc><loc>${origin}/b/</loc>` };
    expect(await faultsOf('GET /a/', { '/sitemap.xml': map })).toEqual([]);
    expect(asked.filter((request) => request === 'GET /a/')).toHaveLength(1);
    expect(asked).toContain('GET /b/');
    expect(asked.join()).not.toContain('other.example');
  });

  it('asks for every route of the site', async () => {
    await faultsOf('GET /', {});
    expect(asked).toEqual(expect.arrayContaining(['GET /api/health', 'POST /api/user']));
  });

  it.each([
    ['another status', { ...good, status: 500 }, 'The status is 500; it must be 200.'],
    [
      'a header of another value',
      withHeader('x-frame-options', 'SAMEORIGIN'),
      'The header x-frame-options is "SAMEORIGIN"; it must be "DENY".',
    ],
    [
      'a header that is missing',
      { ...good, headers: { 'content-type': 'text/html' } },
      'The header x-content-type-options is missing; it must be "nosniff".',
    ],
    [
      'a page that is kept for ever',
      withHeader('cache-control', 'public, max-age=31536000, immutable'),
      'The header cache-control is "public, max-age=31536000, immutable"; it must be "public, max-age=0, must-revalidate".',
    ],
    [
      'a page that is none',
      withHeader('content-type', 'text/plain'),
      'The content type is "text/plain"; it must be text/html.',
    ],
  ])('names %s', async (_fault, reply, sentence) => {
    expect(await faultsOf('GET /a/', { '/a/': reply })).toContain(sentence);
  });

  it('names a page that should be missing and is there', async () => {
    expect(await faultsOf('GET /no-such-page/', {})).toEqual([
      'The status is 200; it must be 404.',
    ]);
  });

  it('names a route that answers strangers', async () => {
    const path = routes.readUsage.path;
    const faults = await faultsOf(`GET ${path}`, {});
    expect(faults).toContain('The status is 200; it must be 401.');
    expect(faults).toContain('The body is no problem of this API (application/problem+json).');
  });

  it('says that the flows API could not be asked when nothing names it', async () => {
    const faults = await faultsOf('GET /api/openapi.json', {});
    expect(faults).toContain(
      'The document names no origin of the flows API, so that its routes were not asked.',
    );
  });

  it('names a server that does not answer', async () => {
    const [check] = await checkProduct('http://127.0.0.1:1', () => {});
    expect(check?.faults[0]).toMatch(/^There is no answer: .+\.$/);
  });
});
