import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readQuery } from '../../../../functions/http/query.ts';

const schema = z.object({ cursor: z.optional(z.string()), limit: z.optional(z.string()) });

test('parameters are decoded, and unknown ones left out', () => {
  const result = readQuery('cursor=a%20b+c&x=1', schema);
  expect(result).toEqual({ ok: true, value: { cursor: 'a b c' } });
});

test('a parameter that comes twice is refused, and the detail names it', () => {
  expect(readQuery('limit=1&limit=2', schema)).toEqual({
    ok: false,
    refusal: { problem: 'query_invalid', detail: 'The field "limit" must be of type string.' },
  });
});
