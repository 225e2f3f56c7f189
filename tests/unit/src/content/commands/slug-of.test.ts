import { describe, expect, test } from 'vitest';
import { slugOf } from '../../../../../src/content/commands/slug-of.ts';

describe('the slug of a title', () => {
  test.each([
    ['How credits work', 'how-credits-work'],
    ['  How   credits—work!  ', 'how-credits-work'],
    ["It’s 25 credits: don't lose them", 'its-25-credits-dont-lose-them'],
    ['Crème brûlée à la carte', 'creme-brulee-a-la-carte'],
    ['AVIF / WebP (measured)', 'avif-webp-measured'],
    ['½ price', '1-2-price'],
    ['🚀 Launch', 'launch'],
    ['__proto__', 'proto'],
  ])('%j is %s', (title, slug) => {
    expect(slugOf(title)).toBe(slug);
  });

  test.each(['积分是怎么算的', '用 AVIF 压缩图片', 'Кредиты', 'Straße', '', '!?', '🚀'])(
    '%j has none',
    (title) => {
      expect(slugOf(title)).toBeUndefined();
    },
  );

  test('ends after a whole word within 60 characters', () => {
    expect(slugOf('word '.repeat(50))).toBe(
      'word-word-word-word-word-word-word-word-word-word-word-word',
    );
    expect(slugOf('a'.repeat(100))).toBe('a'.repeat(60));
  });
});
