import { describe, expect, test } from 'vitest';
import { nearest } from '../../../../src/contract/nearest.ts';

const known = ['title', 'description', 'publishDate', 'tags', 'cover', 'coverAlt', 'draft'];

describe('the nearest known word', () => {
  test.each([
    ['titel', 'title'],
    ['tilte', 'title'],
    ['Title', 'title'],
    ['descripton', 'description'],
    ['publish_date', 'publishDate'],
    ['tag', 'tags'],
    ['covr', 'cover'],
    ['coveralt', 'coverAlt'],
    ['layout', undefined],
    ['t', undefined],
    ['', undefined],
    ['标题', undefined],
  ])('to %j is %j', (word, expected) => {
    expect(nearest(word, known)).toBe(expected);
  });

  test('is none when nothing is known', () => {
    expect(nearest('title', [])).toBeUndefined();
  });

  test('is found for a word of 100,000 characters without comparing them all', () => {
    expect(nearest('a'.repeat(100_000), known)).toBeUndefined();
  });
});
