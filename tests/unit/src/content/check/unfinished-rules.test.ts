import { describe, expect, test } from 'vitest';
import { skeletonWords } from '../../../../../src/i18n/words.ts';
import { enPost, findingsWith, linesOf, post } from '../../../../support/content.ts';

describe('what is left of the skeleton', () => {
  const { description, opening } = skeletonWords.en;

  test('is an error in a post that is no draft', () => {
    expect(linesOf(findingsWith({ [enPost]: post({ description }, `${opening}\n`) }))).toEqual([
      `error ${enPost}:3 description: It still says “${description}” Write your own words, or set draft: true.`,
      `error ${enPost}:9: It still says “${opening}” Write your own words, or set draft: true.`,
    ]);
  });

  test('is left alone in a draft', () => {
    expect(findingsWith({ [enPost]: post({ description, draft: 'true' }, opening) })).toEqual([]);
  });
});
