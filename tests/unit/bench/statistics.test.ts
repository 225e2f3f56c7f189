import { expect, test } from 'vitest';
import { median, percentile, ratio } from '../../bench/statistics.ts';

test.each([
  [[5], 5],
  [[9, 1, 5], 5],
  [[4, 1, 3, 2], 2.5],
  [[10, 9, 100, 1], 9.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test('a median leaves its numbers in their order', () => {
  const values = [3, 1, 2];
  median(values);
  expect(values).toEqual([3, 1, 2]);
});

test('there is no median of nothing', () => {
  expect(() => median([])).toThrow(RangeError);
});

test.each([
  [[5], 0.99, 5],
  [[3, 1, 2], 0, 1],
  [[3, 1, 2], 0.5, 2],
  [[4, 3, 1, 2], 0.75, 3],
  [[4, 3, 1, 2], 0.76, 4],
  [[4, 3, 1, 2], 1, 4],
])('of %j, a share of %d lies at or below %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('there is no percentile of nothing', () => {
  expect(() => percentile([], 0.5)).toThrow(RangeError);
});

test('a ratio says how many times the second the first is', () => {
  expect(ratio(3, 2)).toBe(1.5);
  expect(ratio(0, 2)).toBe(0);
});

test('there is no ratio to nothing', () => {
  expect(ratio(3, 0)).toBeUndefined();
});
