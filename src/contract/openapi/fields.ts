import { fileNamePattern, flowIdPattern } from '../flows.ts';
import { referencePattern } from '../holds.ts';
import { idempotencyKeyPattern } from '../id.ts';
import { keyNamePattern } from '../keys.ts';
import { shareTokenPattern } from '../shares.ts';
import { mediaTypePattern, sha256Pattern } from '../uploads.ts';
import { subjectPattern } from '../user.ts';
import type { JsonSchema } from './schema.ts';

/** A field of a body, for a table. */
export interface Field {
  /** With its parents: `grants[].id`. */
  readonly name: string;
  readonly schema: JsonSchema;
  /** Whether it may be absent. */
  readonly isOptional: boolean;
}

/** Every field of an object, followed by the fields of objects within it. */
export function fieldsOf(schema: JsonSchema, parent = ''): readonly Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, property]) => {
    if (typeof property === 'boolean') return [];
    const name = parent + key;
    const field = { name, schema: property, isOptional: !required.includes(key) };
    return [field, ...fieldsInside(property, name)];
  });
}

function fieldsInside(schema: JsonSchema, name: string): readonly Field[] {
  const [only, ...others] = alternativesOf(schema).filter(({ type }) => type !== 'null');
  if (!only || others.length > 0) return [];
  const item = itemOf(only);
  return item ? fieldsInside(item, `${name}[]`) : fieldsOf(only, `${name}.`);
}

/** The kinds of values in an answer or a request, and the limits of each, as a dictionary has them. */
export type TypeWords = (
  key: TypeWord,
  values?: Readonly<Record<string, string | number>>,
) => string;

type TypeWord =
  | (typeof typeNames)[number]
  | (typeof namedPatterns)[number][0]
  | 'uuid'
  | 'dateTime'
  | 'date'
  | 'list'
  | 'always'
  | 'oneOf'
  | 'or'
  | 'between'
  | 'atLeast'
  | 'atMost'
  | 'lengthBetween'
  | 'lengthAtMost'
  | 'itemsAtMost';

const typeNames = ['string', 'integer', 'boolean', 'object', 'null', 'any'] as const;

/** The patterns of the contract, which people read as words. */
const namedPatterns = [
  ['printable', subjectPattern],
  ['key', idempotencyKeyPattern],
  ['note', referencePattern],
  ['flowId', flowIdPattern],
  ['fileName', fileNamePattern],
  ['mediaType', mediaTypePattern],
  ['sha256', sha256Pattern],
  ['shareToken', shareTokenPattern],
  ['keyName', keyNamePattern],
] as const;

/**
 * The type of a value with its limits, in words: `integer, 1 to 86,400`.
 * @throws for a pattern that has no words
 */
export function typeOf(schema: JsonSchema, words: TypeWords): string {
  if (schema.const !== undefined) return words('always', { value: JSON.stringify(schema.const) });
  if (schema.enum) return words('oneOf', { values: schema.enum.join(', ') });
  if (schema.anyOf) {
    return alternativesOf(schema)
      .map((one) => typeOf(one, words))
      .join(words('or'));
  }
  const item = itemOf(schema);
  if (item) return listOf(typeOf(item, words), schema.maxItems, words);
  if (schema.format === 'uuid' || schema.format === 'date') return words(schema.format);
  if (schema.format) return words('dateTime');
  if (schema.pattern) return words(nameOfPattern(schema.pattern));
  return typeWithLimits(schema, words);
}

function listOf(items: string, most: number | undefined, words: TypeWords): string {
  const list = words('list', { items });
  return most === undefined ? list : words('itemsAtMost', { list, most });
}

function nameOfPattern(pattern: string): TypeWord {
  const named = namedPatterns.find(([, { source }]) => source === pattern);
  if (!named) throw new Error(`The reference has no words for ${pattern}: see namedPatterns.`);
  return named[0];
}

function typeWithLimits(schema: JsonSchema, words: TypeWords): string {
  const given: readonly unknown[] = [schema.type].flat();
  const named = given.map((type) => typeNames.find((name) => name === type) ?? 'any');
  const type = named.map((name) => words(name)).join(words('or'));
  const { minimum, maximum, minLength, maxLength } = schema;
  if (minimum !== undefined && maximum !== undefined) {
    return words('between', { type, least: grouped(minimum), most: grouped(maximum) });
  }
  if (minimum !== undefined) return words('atLeast', { type, least: grouped(minimum) });
  if (maximum !== undefined) return words('atMost', { type, most: grouped(maximum) });
  if (maxLength === undefined) return type;
  return minLength === undefined
    ? words('lengthAtMost', { type, most: grouped(maxLength) })
    : words('lengthBetween', { type, least: grouped(minLength), most: grouped(maxLength) });
}

/** A number with groups of thousands, the same in both languages: `1,000,000`. */
const grouped = (number: number) => number.toLocaleString('en');

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? [schema]).filter((one) => typeof one !== 'boolean');
}

function itemOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined;
}
