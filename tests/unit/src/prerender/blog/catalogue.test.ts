import { describe, expect, it } from 'vitest';
import {
  catalogueOf,
  languagesOf,
  maxCandidatesPerTag,
  newerOriginal,
  redirectsOf,
  relatedPosts,
  twinsOf,
  withNeighbours,
} from '../../../../../src/prerender/blog/catalogue.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

const day = (text: string) => ({ publishDate: new Date(text) });
const slugs = (posts: readonly { readonly slug: string }[] | undefined) =>
  posts?.map(({ slug }) => slug);

const spring = madeUpPost({ slug: 'spring', ...day('2026-03-01'), tags: ['water', 'ice'] });
const summer = madeUpPost({ slug: 'summer', ...day('2026-06-01'), tags: ['water', 'water'] });
const autumn = madeUpPost({ slug: 'autumn', ...day('2026-06-01'), author: 'bob' });
const fruehling = madeUpPost({ slug: 'spring', language: 'zh', ...day('2026-04-01') });
const catalogue = catalogueOf([spring, summer, autumn, fruehling]);

describe('catalogueOf', () => {
  it('groups by language, sorts newest first, and posts of one day by slug', () => {
    expect(slugs(catalogue.en.posts)).toEqual(['autumn', 'summer', 'spring']);
    expect(slugs(catalogue.zh.posts)).toEqual(['spring']);
  });

  it('gives the same order for any order of input', () => {
    const other = catalogueOf([autumn, fruehling, spring, summer]);
    expect(slugs(other.en.posts)).toEqual(slugs(catalogue.en.posts));
  });

  it('lists a post once under each of its tags, and under its author', () => {
    expect(slugs(catalogue.en.byTag.get('water'))).toEqual(['summer', 'spring']);
    expect(slugs(catalogue.en.byTag.get('ice'))).toEqual(['spring']);
    expect([...catalogue.zh.byTag]).toEqual([]);
    expect(slugs(catalogue.en.byAuthor.get('bob'))).toEqual(['autumn']);
  });
});

it('twinsOf is the post of the same slug in the other language', () => {
  expect(twinsOf(catalogue, spring)).toEqual([fruehling]);
  expect(twinsOf(catalogue, fruehling)).toEqual([spring]);
  expect(twinsOf(catalogue, summer)).toEqual([]);
  expect(languagesOf(catalogue, fruehling)).toEqual(['en', 'zh']);
  expect(languagesOf(catalogue, summer)).toEqual(['en']);
});

it('withNeighbours names the posts before and after each one', () => {
  expect(withNeighbours(catalogue.en)).toEqual([
    { post: autumn, older: summer, newer: undefined },
    { post: summer, older: spring, newer: autumn },
    { post: spring, older: undefined, newer: summer },
  ]);
});

it('redirectsOf every former address leads to its post, in its language', () => {
  const english = madeUpPost({ slug: 'a', redirectFrom: ['old', 'older'] });
  const chinese = madeUpPost({ slug: 'a', language: 'zh', redirectFrom: ['old'] });
  expect(redirectsOf(catalogueOf([english, chinese]))).toEqual([
    { formerSlug: 'old', post: english },
    { formerSlug: 'older', post: english },
    { formerSlug: 'old', post: chinese },
  ]);
});

describe('newerOriginal', () => {
  type Days = readonly [published: string, updated?: string];

  const post = (language: 'en' | 'zh', [published, updated]: Days) =>
    madeUpPost({
      language,
      publishDate: new Date(published),
      updatedDate: updated ? new Date(updated) : undefined,
    });

  it.each<[string, Days, Days, boolean]>([
    ['its original was never updated', ['2026-01-02'], ['2026-01-01'], false],
    ['its original was updated later', ['2026-01-02'], ['2026-01-01', '2026-02-01'], true],
    ['they came together, English was updated', ['2026-01-01'], ['2026-01-01', '2026-02-01'], true],
    ['it was updated later', ['2026-01-02', '2026-03-01'], ['2026-01-01', '2026-02-01'], false],
    ['it was updated that day', ['2026-01-02', '2026-02-01'], ['2026-01-01', '2026-02-01'], false],
    ['it was published after that update', ['2026-03-01'], ['2026-01-01', '2026-02-01'], false],
    ['it is the original itself', ['2025-01-01'], ['2026-01-01', '2026-02-01'], false],
  ])('a Chinese post, when %s: %j beside %j', (_, chinese, english, isStale) => {
    const twin = post('en', english);
    expect(newerOriginal(post('zh', chinese), [twin])).toBe(isStale ? twin : undefined);
  });

  it('an English post published after the Chinese one is the translation', () => {
    const original = post('zh', ['2026-01-01', '2026-02-01']);
    expect(newerOriginal(post('en', ['2026-01-05']), [original])).toBe(original);
  });

  it('a post without a twin has no original', () => {
    expect(newerOriginal(post('en', ['2026-01-01']), [])).toBeUndefined();
  });
});

describe('relatedPosts', () => {
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
    const post = madeUpPost({
      slug: 'post',
      tags: ['a', 'd'],
      publishDate: new Date('2019-01-01'),
    });
    const first = (count: number, ...others: ReturnType<typeof tagged>[]) =>
      relatedPosts(catalogueOf([post, ...busy(count), ...others]).en, post)[0]?.slug;
    expect(first(maxCandidatesPerTag - 1, both, tagged('d', '2026-07-01', 'd'))).toBe('both');
    expect(first(maxCandidatesPerTag, both, tagged('d', '2026-07-01', 'd'))).toBe('d');
  });
});
