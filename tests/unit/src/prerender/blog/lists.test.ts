import { describe, expect, it } from 'vitest';
import { catalogueOf } from '../../../../../src/prerender/blog/catalogue.ts';
import {
  authorPages,
  indexPages,
  pageParam,
  pagesOf,
  tagPages,
  topTags,
} from '../../../../../src/prerender/blog/lists.ts';
import { madeUpPost } from '../../../../support/made-up-post.ts';

const many = Array.from({ length: 11 }, (_, index) =>
  madeUpPost({ slug: `p${String(index).padStart(2, '0')}`, tags: ['water'] }),
);
const chinese = madeUpPost({ language: 'zh', tags: ['water', 'ice'], author: 'li' });
const catalogue = catalogueOf([...many, chinese]);
const seen = (pages: ReturnType<typeof indexPages>) =>
  pages.map(({ language, path, inLanguages, page }) => [
    language,
    path,
    inLanguages.length > 1,
    page.items.length,
  ]);

describe('pagesOf', () => {
  it.each([
    [0, [0]],
    [1, [1]],
    [10, [10]],
    [11, [10, 1]],
    [20, [10, 10]],
    [21, [10, 10, 1]],
  ])('cuts %i posts into pages of %j', (length, expected) => {
    const pages = pagesOf(Array.from({ length }, (_, index) => index));
    expect(pages.map(({ items }) => items.length)).toEqual(expected);
    expect(pages.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
    expect(pages.flatMap(({ items }) => items)).toEqual([...Array(length).keys()]);
    expect(pages.every(({ count }) => count === expected.length)).toBe(true);
  });

  it('gives the first page no number in its address', () => {
    expect(pagesOf(many).map(pageParam)).toEqual([undefined, '2']);
  });
});

describe('the pages of lists', () => {
  it('are those of the index in each language; only the first ones are twins', () => {
    expect(seen(indexPages(catalogue))).toEqual([
      ['en', '/blog/', true, 10],
      ['en', '/blog/2/', false, 1],
      ['zh', '/blog/', true, 1],
    ]);
  });

  it('are those of each tag where it has posts; twins where both languages have them', () => {
    expect(seen(tagPages(catalogue))).toEqual([
      ['en', '/blog/tags/water/', true, 10],
      ['en', '/blog/tags/water/2/', false, 1],
      ['zh', '/blog/tags/water/', true, 1],
      ['zh', '/blog/tags/ice/', false, 1],
    ]);
  });

  it('are those of each author', () => {
    expect(seen(authorPages(catalogue))).toEqual([
      ['en', '/blog/authors/ann/', false, 10],
      ['en', '/blog/authors/ann/2/', false, 1],
      ['zh', '/blog/authors/li/', false, 1],
    ]);
  });

  it('are one empty page for an index without posts', () => {
    expect(seen(indexPages(catalogueOf([])))).toEqual([
      ['en', '/blog/', true, 0],
      ['zh', '/blog/', true, 0],
    ]);
  });
});

it('the index links to the busiest tags, at most twelve, in a fixed order', () => {
  const tags = 'abcdefghijklmn'.split('');
  const posts = tags.map((tag) => madeUpPost({ slug: tag, tags: [tag, 'n'] }));
  expect(topTags(catalogueOf(posts).en)).toEqual(['n', ...'abcdefghijk']);
});
