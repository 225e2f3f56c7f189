import { describe, expect, test } from 'vitest';
import { hasGoals, kindOf, pagesToMeasure } from '../../../bench/site/page-list.ts';

describe('the kind of a page', () => {
  test.each([
    ['/', '/'],
    ['/zh/', '/'],
    ['/zh/pricing/', '/pricing/'],
    ['/blog/', '/blog/'],
    ['/blog/2/', '/blog/:number/'],
    ['/zh/blog/how-credits-work/', '/blog/:post/'],
    ['/blog/tags/web/', '/blog/tags/:id/'],
    ['/blog/tags/web/3/', '/blog/tags/:id/:number/'],
    ['/zh/blog/authors/ann/', '/blog/authors/:id/'],
    ['/blog/saved/', '/blog/saved/'],
    ['/blog/search/', '/blog/search/'],
  ])('of %s is %s', (path, expected) => {
    expect(kindOf(path)).toBe(expected);
  });
});

test('goals are set for home, pricing, the blog’s index and its posts', () => {
  const paths = ['/', '/zh/pricing/', '/blog/', '/zh/blog/a/', '/about/', '/blog/2/'];
  expect(paths.filter(hasGoals)).toEqual(['/', '/zh/pricing/', '/blog/', '/zh/blog/a/']);
});

test('one page of every kind is measured in each language, the same one where there is one', () => {
  const paths = [
    '/about/',
    '/',
    '/blog/only-english/',
    '/blog/both/',
    '/blog/tags/web/',
    '/blog/tags/text/',
    '/zh/',
    '/zh/blog/only-chinese/',
    '/zh/blog/both/',
    '/zh/blog/tags/flows/',
  ];
  expect(pagesToMeasure(paths)).toEqual([
    '/',
    '/blog/both/',
    '/zh/',
    '/zh/blog/both/',
    '/about/',
    '/blog/tags/web/',
    '/zh/blog/tags/flows/',
  ]);
});
