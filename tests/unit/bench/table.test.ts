import { expect, test } from 'vitest';
import { markdownOf } from '../../bench/table.ts';

test('a table is Markdown, with columns as wide as what is in them', () => {
  const table = {
    title: 'What a page weighs',
    columns: ['page', 'kB', 'requests'],
    rows: [
      ['/zh/中文/', 12.345, 7],
      ['/', 3.456, undefined],
      ['a|b', 1234567, '<1'],
    ],
    notes: ['One.', 'Two.'],
  };
  expect(markdownOf(table)).toBe(`## What a page weighs

| page      | kB        | requests |
| --------- | --------- | -------- |
| /zh/中文/ | 12.3      | 7        |
| /         | 3.46      | –        |
| a\\|b      | 1,234,567 | <1       |

- One.

- Two.`);
});
