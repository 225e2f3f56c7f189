import { expect, test } from 'vitest';
import { balancedLines } from '../../../../src/drawing/balanced-lines.ts';

const measure = (text: string) => text.length;

test('lines get similar lengths', () => {
  const pieces = ['one ', 'two ', 'three ', 'four ', 'five'];
  expect(balancedLines(pieces, 2, 20, measure)).toEqual([
    ['one ', 'two ', 'three '],
    ['four ', 'five'],
  ]);
});

test('the space at the end of a line has no width', () => {
  expect(balancedLines(['aaaa ', 'bbbb'], 2, 4, measure)).toEqual([['aaaa '], ['bbbb']]);
});

test('a line breaks after a comma near the middle', () => {
  const pieces = ['aaaa, ', 'bb ', 'cc ', 'dd'];
  expect(balancedLines(pieces, 2, 20, measure)).toEqual([['aaaa, '], ['bb ', 'cc ', 'dd']]);
});

test('a line does not break after a comma near the edge', () => {
  const pieces = ['a, ', 'bbbb ', 'cccc ', 'dddd ', 'eeee'];
  expect(balancedLines(pieces, 2, 20, measure)?.[0]).toEqual(['a, ', 'bbbb ', 'cccc ']);
});

test('there is no setting when a piece is longer than a row', () => {
  expect(balancedLines(['aaaaaa ', 'b'], 2, 5, measure)).toBeUndefined();
});
