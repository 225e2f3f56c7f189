import { describe, expect, test } from 'vitest';
import { fitLines, type Room } from '../../../../../src/prerender/social-cards/fit-lines.ts';
import { linePieces } from '../../../../../src/prerender/social-cards/line-pieces.ts';

/** Type of one width: half an em for a letter, an em for a Chinese character. */
const measure = (text: string) =>
  Array.from(text).reduce((sum, letter) => sum + (letter > '\u2e80' ? 1 : 0.5), 0);

const room: Room = {
  widthPx: 200,
  steps: [
    { sizePx: 40, maxLines: 1 },
    { sizePx: 20, maxLines: 2 },
    { sizePx: 10, maxLines: 3 },
  ],
};

function fitted(text: string, language: 'en' | 'zh' = 'en') {
  const { sizePx, lines } = fitLines(linePieces(text, language), room, measure);
  return [sizePx, ...lines];
}

describe('the largest size that holds the text is taken', () => {
  test.each([
    ['one line', 'Ten letter', [40, 'Ten letter']],
    ['two lines', 'Eleven lett', [20, 'Eleven lett']],
    ['two even lines', 'What a flow costs and why', [20, 'What a flow', 'costs and why']],
    [
      'three lines',
      'Every run has one price, it is shown first, and nothing else is ever taken from you',
      [
        10,
        'Every run has one price,',
        'it is shown first, and nothing',
        'else is ever taken from you',
      ],
    ],
    ['Chinese', '积分如何', [40, '积分如何']],
  ])('%s', (_fact, text, expected) => {
    expect(fitted(text, text.startsWith('积') ? 'zh' : 'en')).toEqual(expected);
  });
});

test('lines rather end after a comma', () => {
  expect(fitted('运行开始时预留，成功后结算', 'zh')).toEqual([
    20,
    '运行开始时预留，',
    '成功后结算',
  ]);
});

test('a smaller size is taken for a word that is longer than a line', () => {
  expect(fitted('Incontrovertible')).toEqual([20, 'Incontrovertible']);
});

test('a word longer than a line of the smallest type is cut, with a hyphen', () => {
  expect(fitted('a'.repeat(60))).toEqual([10, `${'a'.repeat(39)}-`, 'a'.repeat(21)]);
});

test('no character stands alone after a cut', () => {
  const seven = (count: number) => '7'.repeat(count);
  expect(fitted(seven(81))).toEqual([10, seven(40), seven(39), seven(2)]);
});

test('a chain of digits is cut without a hyphen', () => {
  expect(fitted('7'.repeat(50))).toEqual([10, '7'.repeat(40), '7'.repeat(10)]);
});

test('a text of more than three lines ends in an ellipsis after a whole word', () => {
  const [size, ...lines] = fitted('seven ways to say it, '.repeat(12).trim());
  expect(size).toBe(10);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/(?:seven|ways|to|say|it)…$/);
  for (const line of lines) expect(measure(String(line))).toBeLessThanOrEqual(20);
});

test('one word without an end is cut in its last line, too', () => {
  const [, ...lines] = fitted('b'.repeat(300));
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/^b+…$/);
  for (const line of lines) expect(measure(String(line))).toBeLessThanOrEqual(20);
});

test('no text has no lines', () => {
  expect(fitLines([], room, measure).lines).toEqual([]);
});
