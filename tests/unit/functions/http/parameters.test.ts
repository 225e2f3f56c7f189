import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readQuery } from '../../../../functions/http/parameters.ts';
import { entriesQuerySchema, entryKinds } from '../../../../src/contract/entries.ts';
import { exactly } from '../../../../src/contract/route.ts';

const schema = z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) });

test('parameters are decoded, and unknown ones are dropped', () => {
  const result = readQuery('cursor=a%20b+c&x=1', schema);
  expect(result).toEqual({ ok: true, value: { cursor: 'a b c' } });
});

test('parameters that are not known are refused where the schema is exact', () => {
  expect(readQuery('except=x', exactly(schema))).toEqual({
    ok: false,
    code: 'query_invalid',
    detail: 'The query has an unknown field "except"; it takes cursor, limit.',
  });
});

test.each([
  ['limit=0', 'The field "limit" must be at least 1.'],
  ['limit=101', 'The field "limit" must be at most 100.'],
  ['limit=1000', 'The field "limit" must be at most 100.'],
  ['limit=abc', 'The field "limit" must match /^\\d{1,9}$/.'],
  ['limit=1&limit=2', 'The field "limit" must come only once.'],
  ['kind=grant&kind=hold', 'The field "kind" must come only once.'],
  [
    'kind=grant,gift',
    `Item 2 of the field "kind" must be ${entryKinds.map((kind) => `"${kind}"`).join(' | ')}.`,
  ],
])('of the entries, %s is refused with the expected value', (query, detail) => {
  expect(readQuery(query, entriesQuerySchema)).toEqual({
    ok: false,
    code: 'query_invalid',
    detail,
  });
});

test('a repeated parameter is refused, and the detail names it', () => {
  expect(readQuery('limit=1&limit=2', schema)).toEqual({
    ok: false,
    code: 'query_invalid',
    detail: 'The field "limit" must come only once.',
  });
});
