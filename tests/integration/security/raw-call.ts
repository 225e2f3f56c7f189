import { request as httpRequest } from 'node:http';
import { expect } from 'vitest';
import { problemSchema } from '../../../src/contract/problem.ts';
import { securityHeaders } from '../../../src/contract/security-headers.ts';
import { scan, WANTED_SCORE } from '../../support/observatory.ts';

/** An answer as it arrived. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The values of `set-cookie`, one by one. */
  readonly cookies?: readonly string[];
  readonly body: string;
}

/** Sends a request unchanged, also one that `fetch` would not send: any method, any path. */
export async function sendRaw(
  origin: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body = '',
): Promise<Answer> {
  const answered = Promise.withResolvers<Answer>();
  const { hostname, port } = new URL(origin);
  const request = httpRequest({ hostname, port, method, path, headers, agent: false }, (answer) => {
    const chunks: Buffer[] = [];
    answer.on('data', (chunk) => chunks.push(chunk));
    answer.on('end', () =>
      answered.resolve({
        status: answer.statusCode ?? 0,
        headers: Object.fromEntries(
          Object.entries(answer.headers).map(([name, value]) => [name, value?.toString()]),
        ),
        cookies: answer.headers['set-cookie'] ?? [],
        body: Buffer.concat(chunks).toString(),
      }),
    );
  });
  request.on('error', answered.reject);
  request.setHeader('content-length', Buffer.byteLength(body));
  request.end(body);
  return answered.promise;
}

/** The headers of an answer for pages of another origin; none at the origin of the site. */
export function allowances({ headers }: Answer): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.startsWith('access-control-')),
  );
}

/** The headers of every answer of either API. */
export function expectSafe(answer: Answer): void {
  const { status, headers, body } = answer;
  const own = headers['content-type']?.startsWith('text/html')
    ? { 'content-security-policy': expect.stringContaining("default-src 'none'") }
    : {};
  expect(headers).toMatchObject({
    ...securityHeaders('data', { https: false }),
    ...own,
    'cache-control': 'private, no-store',
    'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
  });
  for (const name of ['etag', 'last-modified', 'expires', 'age', 'server', 'x-powered-by']) {
    expect(headers).not.toHaveProperty(name);
  }
  if (body !== '') expect(headers['content-type']).toMatch(/^(?:application|text)\/[a-z+-]+/);
  if (status >= 400) {
    expect(headers['content-type']).toBe('application/problem+json');
    expect(headers).not.toHaveProperty('set-cookie');
    if (body !== '') problemSchema.parse(JSON.parse(body));
  }
  expect(body).not.toMatch(/\n\s+at |node_modules|\/functions\//);
  expectScore(answer);
}

/**
 * The scan of an answer as it would come over TLS: only there it has HSTS, and its cookies `Secure`
 * (`scan.test.ts` and `session-cookie.test.ts` show both).
 */
function expectScore({ headers, cookies = [], body }: Answer): void {
  const { 'strict-transport-security': transport } = securityHeaders('data', { https: true });
  const { score, findings } = scan({
    https: true,
    headers: { ...headers, 'strict-transport-security': transport },
    cookies: cookies.map((cookie) => `${cookie}; Secure`),
    html: headers['content-type']?.startsWith('text/html') ? body : '',
  });
  expect(score, JSON.stringify(findings)).toBeGreaterThanOrEqual(WANTED_SCORE);
}
