import { expect, it } from 'vitest';
import { readingOf } from '../../../../../src/prerender/blog/reading-time.ts';

it.each([
  ['nothing', '', { words: 0, minutes: 1 }],
  ['three minutes of words', 'word '.repeat(238 * 3), { words: 714, minutes: 3 }],
  ['two minutes of characters', '积分'.repeat(255), { words: 510, minutes: 2 }],
  ['punctuation alone', '，。！'.repeat(1000), { words: 0, minutes: 1 }],
  ['Chinese with a Latin word', '用 React 写的导航栏', { words: 7, minutes: 1 }],
  ['a Latin word among Chinese without a space', '用React写', { words: 3, minutes: 1 }],
  ['words with marks inside', "Ann's credit-based café, 25.5", { words: 4, minutes: 1 }],
  ['a link, without its target', '[two words](https://a.example/b/c)', { words: 2, minutes: 1 }],
  ['a fence, whose language is not read', '```ts\nconst a\n```', { words: 2, minutes: 1 }],
  ['a tag of HTML', '<b class="x">bold</b>', { words: 1, minutes: 1 }],
])('readingOf counts %s', (_, text, expected) => {
  expect(readingOf(text)).toEqual(expected);
});
