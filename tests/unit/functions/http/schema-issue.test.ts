import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeIssue } from '../../../../functions/http/schema-issue.ts';

const schema = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(3)),
  pack: z.object({ count: z.int().check(z.minimum(1), z.maximum(9)) }),
  language: z.enum(['en', 'zh']),
});

const good = { name: 'ab', pack: { count: 1 }, language: 'en' };

test.each([
  [undefined, 'The query must be of type object.'],
  [{ ...good, name: 5 }, 'The field "name" must be of type string.'],
  [{ ...good, name: 'a' }, 'The field "name" must have at least 2 characters.'],
  [{ ...good, name: 'abcd' }, 'The field "name" must have at most 3 characters.'],
  [{ ...good, pack: { count: 0 } }, 'The field "pack.count" must be at least 1.'],
  [{ ...good, pack: { count: 10 } }, 'The field "pack.count" must be at most 9.'],
  [{ ...good, language: 'fr' }, 'The field "language" does not have the form that is expected.'],
])('%j: %s', (value, sentence) => {
  const parsed = z.safeParse(schema, value);
  expect(parsed.error && describeIssue(parsed.error, 'The query')).toBe(sentence);
});
