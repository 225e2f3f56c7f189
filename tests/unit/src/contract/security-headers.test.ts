import { describe, expect, test } from 'vitest';
import { isHttps, securityHeaders } from '../../../../src/contract/security-headers.ts';

const kinds = ['site', 'file', 'data'] as const;

describe.each(kinds)('the headers of an answer with %s', (kind) => {
  test('tell browsers to insist on TLS only where there is TLS', () => {
    const name = 'strict-transport-security';
    expect(securityHeaders(kind, { https: false })).not.toHaveProperty(name);
    const [, seconds] = /^max-age=(\d+); includeSubDomains$/.exec(
      securityHeaders(kind, { https: true })[name] ?? '',
    ) ?? ['', '0'];
    expect(Number(seconds)).toBeGreaterThanOrEqual(31_536_000);
  });

  test('forbid framing in both ways that browsers know', () => {
    const headers = securityHeaders(kind, { https: true });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
  });

  test('are written as HTTP has them: names in lower case, values on one line', () => {
    for (const [name, value] of Object.entries(securityHeaders(kind, { https: true }))) {
      expect(name).toMatch(/^[a-z-]+$/);
      expect(value).toMatch(/^[\x20-\x7e]+$/);
    }
  });
});

test('data may load nothing and has no origin', () => {
  const policy = securityHeaders('data', { https: true })['content-security-policy'];
  expect(policy).toMatch(/^default-src 'none'; /);
  expect(policy?.split('; ')).toContain('sandbox');
});

test('a file that is no page runs no script', () => {
  const policy = securityHeaders('file', { https: true })['content-security-policy'];
  expect(policy?.split('; ')).toContain("script-src 'none'");
});

test('the header of a page has no rule for scripts and styles, because each page names its own', () => {
  const policy = securityHeaders('site', { https: true })['content-security-policy'];
  expect(policy).not.toMatch(/script-src|style-src|default-src|unsafe/);
});

test.each([
  ['https://www.example.com', true],
  ['http://localhost:4321', false],
  ['', false],
])('%j is reached over TLS: %s', (origin, expected) => {
  expect(isHttps(origin)).toBe(expected);
});
