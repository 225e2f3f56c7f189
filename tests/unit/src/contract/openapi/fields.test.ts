import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { fieldsOf, typeOf } from '../../../../../src/contract/openapi/fields.ts';
import { jsonSchemaOf } from '../../../../../src/contract/openapi/schema.ts';

describe('a type is written with its limits', () => {
  test.each<[z.ZodMiniType, string]>([
    [z.string(), 'string'],
    [z.string().check(z.minLength(1), z.maxLength(255)), 'string 1…255'],
    [z.string().check(z.maxLength(20)), 'string ≤ 20'],
    [z.string().check(z.regex(/^a+$/)), 'string /^a+$/'],
    [z.uuid(), 'string (uuid)'],
    [z.iso.datetime(), 'string (date-time)'],
    [z.int(), 'integer'],
    [z.int().check(z.nonnegative()), 'integer ≥ 0'],
    [z.int().check(z.gte(1), z.lte(9)), 'integer 1…9'],
    [z.boolean(), 'boolean'],
    [z.literal('ok'), '"ok"'],
    [z.enum(['day', 'week']), '"day" | "week"'],
    [z.nullable(z.uuid()), 'string (uuid) | null'],
    [z.array(z.string()).check(z.maxLength(50)), 'array<string> ≤ 50'],
    [z.unknown(), 'any'],
  ])('%#: %s', (schema, written) => {
    expect(typeOf(jsonSchemaOf(schema, 'output'))).toBe(written);
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
