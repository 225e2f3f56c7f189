import { expect, it } from 'vitest';
import { fold, foldWithPlaces } from '../../../../src/search/words.ts';

it.each([
  ['CAFÉ', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['Straße', 'strasse'],
  ['İstanbul', 'istanbul'],
  ['ΣΊΣΥΦΟΣ', 'σισυφοσ'],
  ['σίσυφος', 'σισυφοσ'],
  ['ＷｅｂＰ２', 'webp2'],
  ['co\u00adop\u200berate', 'cooperate'],
  ['x²', 'x2'],
  ['ﬁnd', 'find'],
  ['ｶﾅ', 'カナ'],
  ['積分，积分。', '積分，积分。'],
  ['𠮷野家', '𠮷野家'],
])('folds %j to %j', (text, folded) => {
  expect(fold(text)).toBe(folded);
  expect(foldWithPlaces(text).text).toBe(folded);
});

it('maps each folded character to its position in the original', () => {
  const original = 'ß ﬁ e\u0301𠮷!';
  const { text, places } = foldWithPlaces(original);
  expect(text).toBe('ss fi e𠮷!');
  expect(places).toEqual([0, 0, 1, 2, 2, 3, 4, 6, 6, 8, original.length]);
});
