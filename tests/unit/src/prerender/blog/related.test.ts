import { expect, it } from 'vitest';
import { catalogueOf } from '../../../../../src/prerender/blog/catalogue.ts';
import { maxCandidatesPerTag, relatedPosts } from '../../../../../src/prerender/blog/related.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

const post = madeUpPost({ slug: 'post', tags: ['a', 'b', 'b'] });
const tagged = (slug: string, day: string, ...tags: string[]) =>
  madeUpPost({ slug, tags, publishDate: new Date(day) });
const related = (...others: ReturnType<typeof tagged>[]) =>
  relatedPosts(catalogueOf([post, ...others]).en, post).map(({ slug }) => slug);

it('sorts by the number of shared tags, then newest first', () => {
  expect(
    related(
      tagged('old-both', '2025-01-01', 'a', 'b'),
      tagged('new-one', '2026-03-01', 'b'),
      tagged('old-one', '2026-02-01', 'a', 'c'),
    ),
  ).toEqual(['old-both', 'new-one', 'old-one']);
});

it('lists three at most', () => {
  const days = ['01', '02', '03', '04'];
  expect(related(...days.map((day) => tagged(`p${day}`, `2026-01-${day}`, 'a')))).toEqual([
    'p04',
    'p03',
    'p02',
  ]);
});

it('lists neither the post itself nor posts without a shared tag', () => {
  expect(related(tagged('other', '2026-01-01', 'c'), tagged('bare', '2026-01-01'))).toEqual([]);
});

it('compares only the newest posts of a busy tag', () => {
  const busy = (length: number) =>
    Array.from({ length }, (_, index) => tagged(`p${index}`, '2026-06-01', 'a'));
  const both = tagged('both', '2020-01-01', 'a', 'd');
  const post = madeUpPost({ slug: 'post', tags: ['a', 'd'], publishDate: new Date('2019-01-01') });
  const first = (count: number, ...others: ReturnType<typeof tagged>[]) =>
    relatedPosts(catalogueOf([post, ...busy(count), ...others]).en, post)[0]?.slug;
  expect(first(maxCandidatesPerTag - 1, both, tagged('d', '2026-07-01', 'd'))).toBe('both');
  expect(first(maxCandidatesPerTag, both, tagged('d', '2026-07-01', 'd'))).toBe('d');
});
