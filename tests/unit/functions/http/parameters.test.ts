import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readQuery } from '../../../../functions/http/parameters.ts';
import { entriesQuerySchema, entryKinds } from '../../../../src/contract/entries.ts';
import { exactly } from '../../../../src/contract/exact-route.ts';

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

test.each([
  ['', 25],
  ['limit=1', 1],
  ['limit=50', 50],
  ['limit=100', 100],
  ['limit=05', 5],
  ['limit=000000050', 50],
  ['limit=%35%30', 50],
  ['limit=50&other=1', 50],
])('of the entries, a query of “%s” asks for %i', (query, limit) => {
  expect(readQuery(query, entriesQuerySchema)).toEqual({ ok: true, value: { limit } });
});

test.each([
  ...['limit=', 'limit=1e1', 'limit=+5', 'limit=%2B5', 'limit=%205', 'limit=5%20', 'limit=-5'],
  ...['limit=5.0', 'limit=0x5', 'limit=1_0', 'limit=%D9%A5', 'limit=%EF%BC%95', 'limit=5%00'],
  ...[
    'limit=0000000050',
    'limit=null',
    'limit=NaN',
    'limit=Infinity',
    'limit=true',
    'limit[]=5&limit=',
  ],
  ...['kind=', 'kind=x', 'kind=grant,', 'kind=grant,toString', 'cursor=1.a&cursor=1.a'],
  ...[`kind=${'grant,'.repeat(20)}grant`, `cursor=${'1'.repeat(65)}`],
])('of the entries, %s is refused', (query) => {
  expect(readQuery(query, entriesQuerySchema)).toMatchObject({ ok: false, code: 'query_invalid' });
});

test('a repeated parameter is refused, and the detail names it', () => {
  expect(readQuery('limit=1&limit=2', schema)).toEqual({
    ok: false,
    code: 'query_invalid',
    detail: 'The field "limit" must come only once.',
  });
});
