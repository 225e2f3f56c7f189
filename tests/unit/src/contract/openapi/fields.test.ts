import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { flowIdSchema } from '../../../../../src/contract/flows.ts';
import { fieldsOf, type TypeWords, typeOf } from '../../../../../src/contract/openapi/fields.ts';
import { jsonSchemaOf } from '../../../../../src/contract/openapi/schema.ts';
import { subjectSchema } from '../../../../../src/contract/user.ts';
import english from '../../../../../src/i18n/en/api.json' with { type: 'json' };
import { fill } from '../../../../../src/i18n/fill.ts';

const dictionary: Readonly<Record<string, string>> = english.developers.types;
const words: TypeWords = (key, values = {}) => fill(dictionary[key] ?? key, values);

describe('a type is written in words, with its limits', () => {
  test.each<[z.ZodMiniType, string]>([
    [z.string(), 'string'],
    [z.string().check(z.minLength(1), z.maxLength(255)), 'string, 1 to 255 characters'],
    [z.string().check(z.maxLength(20)), 'string, up to 20 characters'],
    [subjectSchema, 'string, up to 255 printable ASCII characters'],
    [flowIdSchema, 'string, a flow’s id'],
    [z.uuid(), 'string, UUID'],
    [z.iso.datetime(), 'string, RFC 3339 time in UTC'],
    [z.int(), 'integer'],
    [z.int().check(z.nonnegative()), 'integer, 0 or more'],
    [z.int().check(z.gte(1), z.lte(9_000)), 'integer, 1 to 9,000'],
    [z.boolean(), 'true or false'],
    [z.literal('ok'), 'always "ok"'],
    [z.enum(['day', 'week']), 'one of day, week'],
    [z.nullable(z.uuid()), 'string, UUID or null'],
    [z.nullable(z.string()), 'string or null'],
    [z.array(z.string()).check(z.maxLength(50)), 'list of string, up to 50'],
    [z.unknown(), 'any JSON'],
  ])('%#: %s', (schema, written) => {
    expect(typeOf(jsonSchemaOf(schema, 'output'), words)).toBe(written);
  });

  test('a pattern that nobody has put into words is an error', () => {
    const schema = jsonSchemaOf(z.string().check(z.regex(/^a+$/)), 'output');
    expect(() => typeOf(schema, words)).toThrow('no words for ^a+$');
  });
});

test('the fields of an object have the names of their parents, in order', () => {
  const inner = z.object({ id: z.uuid(), note: z.optional(z.string()) });
  const schema = z.object({ user: inner, lots: z.array(inner), last: z.nullable(inner) });
  expect(
    fieldsOf(jsonSchemaOf(schema, 'output')).map((field) => [field.name, field.isOptional]),
  ).toEqual([
    ['user', false],
    ['user.id', false],
    ['user.note', true],
    ['lots', false],
    ['lots[].id', false],
    ['lots[].note', true],
    ['last', false],
    ['last.id', false],
    ['last.note', true],
  ]);
});

test('a schema that is no object has no fields', () => {
  expect(fieldsOf(jsonSchemaOf(z.string(), 'output'))).toEqual([]);
});
