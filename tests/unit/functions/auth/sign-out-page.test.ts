import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { signOutPage } from '../../../../functions/auth/sign-out-page.ts';
import { site } from '../../../../src/site.config.ts';

test.each([
  ['en', 'en', 'Sign out', '/'],
  ['zh', 'zh-CN', '退出登录', '/zh/'],
] as const)('the page in %s asks, and links to the same address and to the home page', (...row) => {
  const [language, lang, confirm, home] = row;
  const { html } = signOutPage(language);
  expect(html).toContain(`<html lang="${lang}">`);
  expect(html).toContain(`<a href="/api/auth/logout">${confirm}</a>`);
  expect(html).toContain(`<a href="${home}">`);
  expect(html.match(/<h1>/g)).toHaveLength(1);
});

test.each([
  ['en', `Another site sent you here to sign out of ${site.name}. You are still signed in.`],
  ['zh', `另一个网站把你带到这里，想让你退出 ${site.name}。你现在仍处于登录状态。`],
] as const)('the page in %s says what happened and what did not', (language, text) => {
  expect(signOutPage(language).html).toContain(`<p>${text}</p>`);
});

test('the policy allows the one style sheet of the page and nothing else', () => {
  const { html, contentSecurityPolicy } = signOutPage('en');
  const style = /<style>([\s\S]*)<\/style>/.exec(html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  expect(contentSecurityPolicy).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(html).not.toMatch(/<script|style=|\son\w+=|src=/);
});
