import { expect, it } from 'vitest';
import { speculationRules } from '../../../../../src/prerender/pages/speculation-rules.ts';

const here = 'https://mill.example/zh/blog/a-post/';
const rules = JSON.parse(speculationRules);

interface Condition {
  readonly href_matches?: string | readonly string[];
  readonly and?: readonly Condition[];
  readonly not?: Condition;
}

/** Whether a condition holds for a link (HTML Living Standard, "document rule predicate"). */
function holds({ href_matches: patterns, and, not }: Condition, url: string): boolean {
  if (and) return and.every((part) => holds(part, url));
  if (not) return !holds(not, url);
  return [patterns ?? []].flat().some((pattern) => new URLPattern(pattern, here).test(url));
}

const isFollowedAhead = (path: string) => holds(rules.prefetch[0].where, new URL(path, here).href);

it.each([
  '/zh/',
  '/pricing/',
  '/zh/blog/',
  '/blog/how-credits-work/',
  '/blog/tags/web/',
  '/blog/?q=a',
])('%s is prefetched', (path) => {
  expect(isFollowedAhead(path)).toBe(true);
});

it.each([
  ...['/api/auth/login?returnTo=%2F', '/api/auth/logout', '/api/openapi.json'],
  ...['signin', 'account', 'flows', 'admin'].flatMap((name) => [`/${name}/`, `/zh/${name}/?a#b`]),
  ...['/', '/?utm_source=a'],
  ...['/account/entries/', '/rss.xml', '/zh/llms.txt', 'https://other.example/blog/'],
])('%s is never prefetched', (path) => {
  expect(isFollowedAhead(path)).toBe(false);
});

it('pointing at a link prefetches its page, and pressing it prerenders the page', () => {
  expect(rules.prefetch[0].eagerness).toBe('moderate');
  expect(rules.prerender[0]).toEqual({ ...rules.prefetch[0], eagerness: 'conservative' });
});

it('pointing at a link of the bar prerenders its page, under the same conditions', () => {
  const [, { where, eagerness }] = rules.prerender;
  expect(eagerness).toBe('moderate');
  expect(where.and).toEqual([
    ...rules.prefetch[0].where.and,
    { selector_matches: '.bar-link:not([href="#"])' },
  ]);
});
