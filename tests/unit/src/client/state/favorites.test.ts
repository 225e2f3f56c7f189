import { describe, expect, it } from 'vitest';
import {
  type Favorites,
  maxFavorites,
  parseFavorites,
  parseItem,
  parseSlug,
  toggledFavorites,
} from '../../../../../src/client/state/favorites.ts';

const a = { slug: 'a', titles: { en: 'A', zh: '甲' } };
const b = { slug: 'b', titles: { en: 'B' } };
const none: Favorites = { blogs: [], items: [] };

describe('what is stored', () => {
  it.each([
    [null, []],
    ['', []],
    ['{', []],
    ['null', []],
    ['"a"', []],
    ['{"0":"a","length":1}', []],
    ['["a","b-2"]', ['a', 'b-2']],
    ['["a",1,null,["b"],"../../x","B","",{"slug":"c"}]', ['a']],
    [JSON.stringify(['x'.repeat(101)]), []],
  ])('%j holds the slugs %j', (text, expected) => {
    expect(parseFavorites(text, parseSlug)).toEqual(expected);
  });

  it('is cut to the limit', () => {
    const many = JSON.stringify(Array.from({ length: maxFavorites + 5 }, (_, i) => `p${i}`));
    expect(parseFavorites(many, parseSlug)).toHaveLength(maxFavorites);
  });

  it.each([
    ['a post with its titles', a, a],
    ['unknown fields', { ...b, html: '<b>', at: 1 }, b],
    [
      'invalid titles',
      { slug: 'a', titles: { en: 'A', fr: 'A', zh: 1 } },
      { slug: 'a', titles: { en: 'A' } },
    ],
    ['a title that is too long', { slug: 'a', titles: { en: 'x'.repeat(121) } }, undefined],
    ['no title', { slug: 'a', titles: {} }, undefined],
    ['no titles', { slug: 'a' }, undefined],
    ['a bad slug', { ...a, slug: 'javascript:alert(1)' }, undefined],
    ['a text', 'a', undefined],
    ['null', null, undefined],
  ])('%s is parsed as far as it is valid', (_, value, expected) => {
    expect(parseItem(value)).toEqual(expected);
  });
});

describe('toggledFavorites', () => {
  it('adds a post, the newest last', () => {
    const first = toggledFavorites(none, a);
    expect(first && toggledFavorites(first, b)).toEqual({ blogs: ['a', 'b'], items: [a, b] });
  });

  it('removes a post that was added', () => {
    expect(toggledFavorites({ blogs: ['a', 'b'], items: [a, b] }, a)).toEqual({
      blogs: ['b'],
      items: [b],
    });
  });

  it('repairs lists that disagree', () => {
    expect(toggledFavorites({ blogs: [], items: [a] }, a)).toEqual({ blogs: ['a'], items: [a] });
    expect(toggledFavorites({ blogs: ['a'], items: [] }, a)).toEqual(none);
  });

  it('adds none beyond the limit, and still removes', () => {
    const blogs = Array.from({ length: maxFavorites }, (_, index) => `p${index}`);
    expect(toggledFavorites({ blogs, items: [] }, a)).toBeUndefined();
    expect(toggledFavorites({ blogs, items: [] }, { ...a, slug: 'p0' })?.blogs).toHaveLength(
      maxFavorites - 1,
    );
  });
});
