import { expect, test } from 'vitest';
import { isDrawable, undrawable } from '../../../../src/contract/drawable.ts';

test.each(['A', 'é', '积', '𠮷', '㛃', '한', '똠', '→', 'い'])('%s can be drawn', (character) => {
  expect(isDrawable(character)).toBe(true);
});

test.each(['🎉', '👨‍👩‍👧', 'ש', '﷼', '𬭎', 'Z\u0335', '\u{10ffff}'])(
  '%s cannot be drawn',
  (character) => {
    expect(isDrawable(character)).toBe(false);
  },
);

test('the characters that a card leaves out are named once', () => {
  expect(undrawable(['李𬭎的 🎉', '🎉 and 𬭎'])).toEqual(['𬭎', '🎉']);
});
