import { expect, test } from 'vitest';
import { acceptsCsv } from '../../../../functions/http/negotiation.ts';

test.each([
  ['text/csv', true],
  ['Text/CSV', true],
  ['text/csv; header=present', true],
  ['text/csv, */*;q=0.1', true],
  ['application/json;q=0.5, text/csv', true],
  ['text/csv, application/json', true],
  ['application/json, text/csv;q=0.9', false],
  ['text/csv;q=0', false],
  ['text/csv;q=0.000', false],
  ['text/csv;q=x', false],
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['text/*', false],
  ['application/json', false],
  ['text/csvx', false],
  ['text/html,application/xhtml+xml,*/*;q=0.8', false],
  [`${'a/b,'.repeat(100_000)}text/csv`, false],
])('Accept: %j asks for CSV: %s', (accept, expected) => {
  expect(acceptsCsv(accept)).toBe(expected);
});
