import { expect, test } from 'vitest';
import { median, percentile, ratio } from '../../bench/statistics.ts';
import { markdownOf } from '../../bench/table.ts';

test.each([
  [[5], 5],
  [[9, 1, 5], 5],
  [[10, 9, 100, 1], 9.5],
])('the median of %j is %d', (values, expected) => {
  expect(median(values)).toBe(expected);
});

test.each([
  [[5], 0.99, 5],
  [[3, 1, 2], 0, 1],
  [[4, 3, 1, 2], 0.75, 3],
  [[4, 3, 1, 2], 0.76, 4],
  [[4, 3, 1, 2], 1, 4],
])('of %j, a share of %d lies at or below %d', (values, share, expected) => {
  expect(percentile(values, share)).toBe(expected);
});

test('no numbers have no median, no percentile and no ratio', () => {
  expect(() => median([])).toThrow(RangeError);
  expect(() => percentile([], 0.5)).toThrow(RangeError);
  expect([ratio(3, 2), ratio(0, 2), ratio(3, 0)]).toEqual([1.5, 0, undefined]);
});

test('a table shows small numbers with two decimals, large ones with one, and gaps as gaps', () => {
  const rows = [
    ['/zh/', 12.345, 7],
    ['a|b', 3.456, undefined],
    ['/', 1234567, Number.NaN],
  ];
  const table = { title: 'Weights', columns: ['page', 'kB', 'requests'], rows, notes: ['One.'] };
  expect(markdownOf(table)).toBe(`## Weights

| page | kB        | requests |
| ---- | --------- | -------- |
| /zh/ | 12.3      | 7        |
| a\\|b | 3.46      | –        |
| /    | 1,234,567 | –        |

- One.`);
});
