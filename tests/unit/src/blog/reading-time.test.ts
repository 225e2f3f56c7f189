import { expect, it } from 'vitest';
import { readingMinutes } from '../../../../src/blog/reading-time.ts';

it.each([
  ['', 'en', 1],
  ['word '.repeat(238 * 3), 'en', 3],
  ['积分'.repeat(255), 'zh', 2],
  ['，。！'.repeat(1000), 'zh', 1],
] as const)('counts words in English and characters in Chinese', (text, language, minutes) => {
  expect(readingMinutes(text, language)).toBe(minutes);
});
