import { expect, test } from 'vitest';
import { shortenedRow, splitPiece } from '../../../../../src/prerender/social-cards/cut-text.ts';

const measure = (text: string) => Array.from(text).length;

test('a piece that fits is not cut', () => {
  expect(splitPiece('fits ', 4, measure)).toEqual(['fits ']);
});

test('a letter and its marks are not cut apart', () => {
  expect(splitPiece('e\u0301e\u0301e\u0301e\u0301', 4, measure)).toEqual([
    'e\u0301e\u0301',
    'e\u0301e\u0301',
  ]);
});

test('a hyphen stands between letters only', () => {
  expect(splitPiece('abcdef', 4, measure)).toEqual(['abc-', 'def']);
  expect(splitPiece('12345678', 4, measure)).toEqual(['1234', '5678']);
  expect(splitPiece('积分如何运作', 4, measure)).toEqual(['积分如何', '运作']);
});

test('a line too narrow for one character still gets one', () => {
  expect(splitPiece('积分如', 0.5, measure)).toEqual(['积', '分', '如']);
});

test('whole pieces stand before an ellipsis, without the comma of the last one', () => {
  expect(shortenedRow(['one, ', 'two'], 6, measure)).toBe('one…');
});

test('of a single piece as much as fits stands before an ellipsis', () => {
  expect(shortenedRow(['abcdef'], 4, measure)).toBe('abc…');
  expect(shortenedRow(['abcdef'], 1, measure)).toBe('…');
  expect(shortenedRow([], 4, measure)).toBe('…');
});
