import { expect, test } from 'vitest';
import { sentencesOf } from '../../../../../functions/flows/text/analyse-text.ts';
import { wordsOf } from '../../../../../functions/flows/text/words.ts';

test.each([
  ['two sentences', 'It turns. It stops!', ['It turns.', 'It stops!']],
  [
    'titles and initials',
    'Mr. J. Smith owns it. He turns it.',
    ['Mr. J. Smith owns it.', 'He turns it.'],
  ],
  [
    'abbreviations',
    'Stones, e.g. Granite, last. So do others.',
    ['Stones, e.g. Granite, last.', 'So do others.'],
  ],
  ['a number with a point', 'It costs 3.5 cents. Not more.', ['It costs 3.5 cents.', 'Not more.']],
  ['Chinese', '他说：“好。”然后走了！真的吗？', ['他说：“好。”', '然后走了！', '真的吗？']],
  ['nothing', '  ', []],
])('%s', (_what, text, sentences) => {
  expect([...sentencesOf(text)]).toEqual(sentences);
});

test('the words of both languages are found, and all forms of a word have one key', () => {
  const words = wordsOf('Mills use 积分 and a mill.');
  expect(words.map(({ key, script, isStop }) => [key, script, isStop])).toEqual([
    ['mill', 'latin', false],
    ['us', 'latin', false],
    ['积分', 'han', false],
    ['and', 'latin', true],
    ['a', 'latin', true],
    ['mill', 'latin', false],
  ]);
});

test('words follow one another until a mark stands between them', () => {
  expect(wordsOf('well-known mill, stone').map(({ follows }) => follows)).toEqual([
    ...[false, true, true, false],
  ]);
});
