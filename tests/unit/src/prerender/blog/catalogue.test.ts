import { describe, expect, it } from 'vitest';
import {
  catalogueOf,
  inOrder,
  languagesOf,
  twinsOf,
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
  it('keeps the languages apart and puts the newest first, of one day by slug', () => {
    expect(slugs(catalogue.en.posts)).toEqual(['autumn', 'summer', 'spring']);
    expect(slugs(catalogue.zh.posts)).toEqual(['spring']);
  });

  it('gives the same order whatever order the posts come in', () => {
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

describe('twinsOf', () => {
  it('are the posts of the same slug in the other languages', () => {
    expect(twinsOf(catalogue, spring)).toEqual([fruehling]);
    expect(twinsOf(catalogue, fruehling)).toEqual([spring]);
    expect(twinsOf(catalogue, summer)).toEqual([]);
    expect(languagesOf(catalogue, fruehling)).toEqual(['en', 'zh']);
    expect(languagesOf(catalogue, summer)).toEqual(['en']);
  });
});

describe('inOrder', () => {
  it('names the posts before and after each one', () => {
    expect(inOrder(catalogue.en)).toEqual([
      { post: autumn, older: summer, newer: undefined },
      { post: summer, older: spring, newer: autumn },
      { post: spring, older: undefined, newer: summer },
    ]);
  });
});
