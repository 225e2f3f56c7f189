import { describe, expect, test } from 'vitest';
import { fitLines, type Room, shortenLine, splitPiece } from '../../../../src/drawing/fit-lines.ts';
import { linePieces } from '../../../../src/drawing/line-pieces.ts';

/** Fixed widths: half an em for a letter, an em for a Chinese character. */
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

describe('the text has the largest size that fits', () => {
  test.each([
    ['one line', 'Ten letter', [40, 'Ten letter']],
    ['two lines', 'Eleven lett', [20, 'Eleven lett']],
    ['two balanced lines', 'What a flow costs and why', [20, 'What a flow', 'costs and why']],
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

test('a line ends after a comma where it can', () => {
  expect(fitted('运行开始时预留，成功后结算', 'zh')).toEqual([
    20,
    '运行开始时预留，',
    '成功后结算',
  ]);
});

test('a word longer than a line makes the type smaller', () => {
  expect(fitted('Incontrovertible')).toEqual([20, 'Incontrovertible']);
});

test('a word longer than a line of the smallest type is hyphenated', () => {
  expect(fitted('a'.repeat(60))).toEqual([10, `${'a'.repeat(39)}-`, 'a'.repeat(21)]);
});

test('a split leaves at least two characters on the last line', () => {
  const seven = (count: number) => '7'.repeat(count);
  expect(fitted(seven(81))).toEqual([10, seven(40), seven(39), seven(2)]);
});

test('a number is split without a hyphen', () => {
  expect(fitted('7'.repeat(50))).toEqual([10, '7'.repeat(40), '7'.repeat(10)]);
});

test('a text of more than three lines ends in an ellipsis after a whole word', () => {
  const [size, ...lines] = fitted('seven ways to say it, '.repeat(12).trim());
  expect(size).toBe(10);
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/(?:seven|ways|to|say|it)…$/);
  for (const line of lines) expect(measure(String(line))).toBeLessThanOrEqual(20);
});

test('a very long word ends in an ellipsis, too', () => {
  const [, ...lines] = fitted('b'.repeat(300));
  expect(lines).toHaveLength(3);
  expect(lines.at(-1)).toMatch(/^b+…$/);
  for (const line of lines) expect(measure(String(line))).toBeLessThanOrEqual(20);
});

test('no text has no lines', () => {
  expect(fitLines([], room, measure).lines).toEqual([]);
});

const count = (text: string) => Array.from(text).length;

test('a piece that fits stays whole', () => {
  expect(splitPiece('fits ', 4, count)).toEqual(['fits ']);
});

test('a letter keeps its marks', () => {
  expect(splitPiece('e\u0301e\u0301e\u0301e\u0301', 4, count)).toEqual([
    'e\u0301e\u0301',
    'e\u0301e\u0301',
  ]);
});

test('a hyphen stands between letters only', () => {
  expect(splitPiece('abcdef', 4, count)).toEqual(['abc-', 'def']);
  expect(splitPiece('12345678', 4, count)).toEqual(['1234', '5678']);
  expect(splitPiece('积分如何运作', 4, count)).toEqual(['积分如何', '运作']);
});

test('a line too narrow for one character still gets one', () => {
  expect(splitPiece('积分如', 0.5, count)).toEqual(['积', '分', '如']);
});

test('an ellipsis follows whole pieces and replaces the last comma', () => {
  expect(shortenLine(['one, ', 'two'], 6, count)).toBe('one…');
});

test('an ellipsis follows as much of a single piece as fits', () => {
  expect(shortenLine(['abcdef'], 4, count)).toBe('abc…');
  expect(shortenLine(['abcdef'], 1, count)).toBe('…');
  expect(shortenLine([], 4, count)).toBe('…');
});
