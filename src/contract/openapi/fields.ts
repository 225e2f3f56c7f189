import type { JsonSchema } from './schema.ts';

/** A field of a body, for a table. */
export interface Field {
  /** With its parents: `grants[].id`. */
  readonly name: string;
  /** As `typeOf` writes it. */
  readonly type: string;
  /** Whether it may be absent. */
  readonly isOptional: boolean;
}

/** Every field of an object, followed by the fields of objects within it. */
export function fieldsOf(schema: JsonSchema, parent = ''): readonly Field[] {
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, property]) => {
    if (typeof property === 'boolean') return [];
    const name = parent + key;
    const field = { name, type: typeOf(property), isOptional: !required.includes(key) };
    return [field, ...fieldsInside(property, name)];
  });
}

function fieldsInside(schema: JsonSchema, name: string): readonly Field[] {
  const [only, ...others] = alternativesOf(schema).filter(({ type }) => type !== 'null');
  if (!only || others.length > 0) return [];
  const item = itemOf(only);
  return item ? fieldsInside(item, `${name}[]`) : fieldsOf(only, `${name}.`);
}

/** The type of a value, with its limits: `integer 1…86400`, `string (uuid)`, `"day" | "week"`. */
export function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.anyOf) return alternativesOf(schema).map(typeOf).join(' | ');
  const item = itemOf(schema);
  if (item) return `array<${typeOf(item)}>${range(undefined, schema.maxItems)}`;
  return `${schema.type ?? 'any'}${limitsOf(schema)}`;
}

function limitsOf(schema: JsonSchema): string {
  if (schema.format) return ` (${schema.format})`;
  if (schema.pattern) return ` /${schema.pattern}/`;
  return range(schema.minimum ?? schema.minLength, schema.maximum ?? schema.maxLength);
}

/** The limits of a number or a count: `1…255`, `≥ 0`, `≤ 255`. */
function range(least: number | undefined, most: number | undefined): string {
  if (least !== undefined && most !== undefined) return ` ${grouped(least)}…${grouped(most)}`;
  if (least !== undefined) return ` ≥ ${grouped(least)}`;
  return most === undefined ? '' : ` ≤ ${grouped(most)}`;
}

/** A number with groups of thousands, the same in both languages: `1,000,000`. */
function grouped(number: number): string {
  return number.toLocaleString('en');
}

function alternativesOf(schema: JsonSchema): readonly JsonSchema[] {
  return (schema.anyOf ?? [schema]).filter((one) => typeof one !== 'boolean');
}

function itemOf({ items }: JsonSchema): JsonSchema | undefined {
  return typeof items === 'object' && !Array.isArray(items) ? items : undefined;
}
