import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeInputIssue, describeIssue } from '../../../../functions/http/schema-issue.ts';
import { textIn } from '../../../support/texts.ts';

const schema = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(3)),
  pack: z.object({ count: z.int().check(z.minimum(1), z.maximum(9)) }),
  language: z.enum(['en', 'zh']),
  tags: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
  keep: z.optional(z.literal('current')),
  code: z.optional(z.string().check(z.regex(/^[a-z]{1,3}$/))),
  id: z.optional(z.uuid()),
  even: z.optional(z.int().check(z.multipleOf(2))),
});

const good = { name: 'ab', pack: { count: 1 }, language: 'en', tags: ['a'] };

test.each([
  [undefined, 'The query must be of type object.'],
  [{ ...good, name: 5 }, 'The field "name" must be of type string.'],
  [{ ...good, name: 'a' }, 'The field "name" must have at least 2 characters.'],
  [{ ...good, name: 'abcd' }, 'The field "name" must have at most 3 characters.'],
  [{ ...good, pack: { count: 0 } }, 'The field "pack.count" must be at least 1.'],
  [{ ...good, pack: { count: 10 } }, 'The field "pack.count" must be at most 9.'],
  [{ ...good, tags: [] }, 'The field "tags" must not be empty.'],
  [{ ...good, tags: ['a', 'b', 'c'] }, 'The field "tags" must have at most 2 items.'],
  [{ ...good, tags: ['a', 5] }, 'Item 2 of the field "tags" must be of type string.'],
  [{ ...good, language: 'fr' }, 'The field "language" must be "en" | "zh".'],
  [{ ...good, keep: 'all' }, 'The field "keep" must be "current".'],
  [{ ...good, code: 'Ä' }, 'The field "code" must match /^[a-z]{1,3}$/.'],
  [{ ...good, id: '1' }, 'The field "id" must be of the form uuid.'],
  [{ ...good, even: 3 }, 'The field "even" does not have the form that is expected.'],
])('%j: %s', (value, sentence) => {
  const parsed = z.safeParse(schema, value);
  expect(parsed.error && describeIssue(parsed.error, 'The query', schema)).toBe(sentence);
});

const few = z.strictObject({ amount: z.optional(z.int()), sub: z.optional(z.string()) });

test.each([
  [few, 'amout', 'The body has an unknown field "amout"; it takes amount, sub.'],
  [z.strictObject({}), 'x', 'The body has an unknown field "x"; it takes none.'],
  [few, 'a"b', 'The body has an unknown field "…"; it takes amount, sub.'],
  [few, 'a'.repeat(41), 'The body has an unknown field "…"; it takes amount, sub.'],
])('an unknown field is named, if its name is harmless: %#', (exact, name, sentence) => {
  const { error } = z.safeParse(exact, { [name]: 1 });
  expect(error && describeIssue(error, 'The body', exact)).toBe(sentence);
});

const labels = {
  name: textIn('Name', '名字'),
  pack: textIn('What to buy', '要买什么'),
};

test.each([
  [undefined, 'The input must be of type object.', '输入的类型应为 object。'],
  [
    { ...good, name: 5 },
    'The field "name" must be of type string.',
    '字段“name”（名字）的类型应为 string。',
  ],
  [
    { ...good, name: 'a' },
    'The field "name" must have at least 2 characters.',
    '字段“name”（名字）至少 2 个字符。',
  ],
  [
    { ...good, name: 'abcd' },
    'The field "name" must have at most 3 characters.',
    '字段“name”（名字）最多 3 个字符。',
  ],
  [
    { ...good, pack: { count: 0 } },
    'The field "pack.count" (What to buy) must be at least 1.',
    '字段“pack.count”（要买什么）不能小于 1。',
  ],
  [{ ...good, tags: [] }, 'The field "tags" must not be empty.', '字段“tags”不能为空。'],
  [
    { ...good, language: 'fr' },
    'The field "language" must be "en" | "zh".',
    '字段“language”只能是 "en" | "zh"。',
  ],
  [{ ...good, keep: 'all' }, 'The field "keep" must be "current".', '字段“keep”只能是 "current"。'],
  [
    { ...good, code: 'Ä' },
    'The field "code" must match /^[a-z]{1,3}$/.',
    '字段“code”应符合 /^[a-z]{1,3}$/。',
  ],
  [{ ...good, id: '1' }, 'The field "id" must be of the form uuid.', '字段“id”的格式应为 uuid。'],
  [
    { ...good, even: 3 },
    'The field "even" does not have the form that is expected.',
    '字段“even”的格式不对。',
  ],
])('of an input with labels, %j: %s %s', (value, english, chinese) => {
  const { error } = z.safeParse(schema, value);
  expect(error && describeInputIssue(error, labels, 'en')).toBe(english);
  expect(error && describeInputIssue(error, labels, 'zh')).toBe(chinese);
});

test.each([
  ['ordr', 'The input has an unknown field "ordr".', '输入里有不认识的字段“ordr”。'],
  ['a b', 'The input has an unknown field "…".', '输入里有不认识的字段“…”。'],
])('an input with the field %j: %s %s', (name, english, chinese) => {
  const { error } = z.safeParse(few, { [name]: 1 });
  expect(error && describeInputIssue(error, labels, 'en')).toBe(english);
  expect(error && describeInputIssue(error, labels, 'zh')).toBe(chinese);
});
