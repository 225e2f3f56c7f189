import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { describeInputIssue, describeIssue } from '../../../../functions/http/schema-issue.ts';

const schema = z.object({
  name: z.string().check(z.minLength(2), z.maxLength(3)),
  pack: z.object({ count: z.int().check(z.minimum(1), z.maximum(9)) }),
  language: z.enum(['en', 'zh']),
  tags: z.array(z.string()).check(z.minLength(1), z.maxLength(2)),
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
  [{ ...good, language: 'fr' }, 'The field "language" does not have the form that is expected.'],
])('%j: %s', (value, sentence) => {
  const parsed = z.safeParse(schema, value);
  expect(parsed.error && describeIssue(parsed.error, 'The query')).toBe(sentence);
});

const labels = {
  name: { en: 'Name', zh: '名字' },
  pack: { en: 'What to buy', zh: '要买什么' },
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
    'The field "language" does not have the form that is expected.',
    '字段“language”的格式不对。',
  ],
])('of an input with labels, %j: %s %s', (value, english, chinese) => {
  const { error } = z.safeParse(schema, value);
  expect(error && describeInputIssue(error, labels, 'en')).toBe(english);
  expect(error && describeInputIssue(error, labels, 'zh')).toBe(chinese);
});
