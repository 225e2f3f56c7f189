import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { strictPolicy } from '../../../../../src/prerender/pages/policy.ts';

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const page = (policy: string, rest: string) =>
  `<head><meta http-equiv="content-security-policy" content="${policy}"></head>${rest}`;

const strict = "; require-trusted-types-for 'script'; trusted-types 'none'";

it('the policy of a page keeps the hashes of its own scripts and styles, and all that is no hash', () => {
  const rest = '<script src="/a.js"></script><style>b{}</style><script type="module">c()</script>';
  const before = `default-src 'self'; script-src 'self' ${hashOf('c()')} ${hashOf('other')}; style-src 'self' ${hashOf('b{}')} ${hashOf('d{}')};`;
  const after = `default-src 'self'; script-src 'self' ${hashOf('c()')}; style-src 'self' ${hashOf('b{}')}`;
  expect(strictPolicy(page(before, rest), true)).toBe(page(`${after};`, rest));
  expect(strictPolicy(page(before, rest), false)).toBe(page(`${after}${strict}`, rest));
});

it('nothing is allowed that was not, and the hash of an empty text allows nothing', () => {
  const rest = '<script src="/a.js"></script><script>new()</script>';
  expect(strictPolicy(page(`script-src 'self' ${hashOf('')};`, rest), false)).toBe(
    page(`script-src 'self'${strict}`, rest),
  );
});

it('a page without a policy, and hashes in its text, stay as they are', () => {
  const html = `<p>script-src ${hashOf('x')}</p>`;
  expect(strictPolicy(html, false)).toBe(html);
});

it.each(["default-src 'self'", "default-src 'self';"])(
  'the policy %j forbids texts that become code, and any exception',
  (before) => {
    expect(strictPolicy(page(before, '<p>;"></p>'), false)).toBe(
      page(`default-src 'self'${strict}`, '<p>;"></p>'),
    );
  },
);
