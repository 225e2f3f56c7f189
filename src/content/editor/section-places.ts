import { z } from 'astro/zod';
import { factsOf, kindOf } from '../schema-fields.ts';
import { type Section, sectionKinds, sectionSchema } from '../section-schema.ts';

/** The fields of a section or of a part of one, by their names. */
type Values = Readonly<Record<string, unknown>>;

/** The look of the heading that stands above the sections of a page without a hero. */
export const headingLook = 'heading';

/** The place of a text, by the path to its field: `⟦items.0.title⟧`. No text has such brackets. */
export function placeOf(path: string): string {
  return `⟦${path}⟧`;
}

/** The text with what its places ask for. */
export function withoutPlaces(text: string, valueAt: (path: string) => string): string {
  return text.replace(/⟦([\w.]+)⟧/g, (_, path: string) => valueAt(path));
}

/** Sections with places for their texts, by look: one for each, with lists of full length. */
export function sectionPlaces(): ReadonlyMap<string, Section> {
  const all = sectionKinds.flatMap(({ schema }) => combinations(schema.shape, ''));
  const parsed = all.flatMap((fields) => sectionSchema.safeParse(fields).data ?? []);
  return new Map(parsed.map((section) => [lookOf(section), section]));
}

/** Describes a section besides its texts: the fields that it has, and the choices in them. */
export function lookOf(section: Section): string {
  const shape = shapeOf(section.kind);
  const parts = Object.entries(section).flatMap(([name, value]) => {
    const field = shape[name];
    // A picture and its text come together.
    if (!field || value === undefined || name === 'kind' || name === 'pictureAlt') return [];
    const { inner } = factsOf(field);
    const isText = inner instanceof z.ZodObject || !isChosen(kindOf(inner).kind);
    return [isText ? name : `${name}=${value}`];
  });
  return [section.kind, ...parts.toSorted()].join(' ');
}

/** An unfinished section as if it were finished: what is missing is empty, or what stands first. */
export function completed(given: unknown): Section | undefined {
  const { kind }: { readonly kind?: unknown } = Object(given);
  const known = sectionKinds.find((one) => one.kind === kind);
  return known && (completedValue(known.schema, given) as Section);
}

function shapeOf(kind: Section['kind']): z.core.$ZodShape {
  return sectionKinds.find((one) => one.kind === kind)?.schema.shape ?? {};
}

function isChosen(kind: string): boolean {
  return kind === 'boolean' || kind === 'choice' || kind === 'number';
}

function combinations(shape: z.core.$ZodShape, path: string): readonly Values[] {
  return Object.entries(shape).reduce<readonly Values[]>(
    (made, [name, field]) =>
      made.flatMap((one) =>
        alternatives(field, path + name).map((value) => ({ ...one, [name]: value })),
      ),
    [{}],
  );
}

/** The values of a field that make a section look different. */
function alternatives(field: z.core.$ZodType, path: string): readonly unknown[] {
  if (field instanceof z.ZodLiteral) return [...field.values];
  const { inner, isRequired } = factsOf(field);
  if (inner instanceof z.ZodBoolean) return [false, true];
  const given = givenAlternatives(inner, path);
  return isRequired ? given : [undefined, ...given];
}

function givenAlternatives(inner: z.core.$ZodType, path: string): readonly unknown[] {
  if (inner instanceof z.ZodObject) return combinations(inner.shape, `${path}.`);
  const kind = kindOf(inner);
  if (kind.kind === 'choice') return kind.values;
  if (kind.kind === 'picture') return [`${placeOf(path)}.${kind.endings[0]}`];
  if (kind.kind === 'number') {
    return Array.from({ length: kind.max - kind.min + 1 }, (_, at) => kind.min + at);
  }
  if (kind.kind !== 'several' || !(inner instanceof z.ZodArray)) return [placeOf(path)];
  const { element } = inner;
  const items = Array.from({ length: kind.maxItems }, (_, at) =>
    alternatives(element, `${path}.${at}`).at(-1),
  );
  return [items];
}

function completedValue(field: z.core.$ZodType, value: unknown): unknown {
  if (field instanceof z.ZodLiteral) return value;
  const { inner, isRequired } = factsOf(field);
  if (inner instanceof z.ZodBoolean) return value === true;
  const isMissing = value === undefined || value === null || value === '';
  if (isMissing && !isRequired) return undefined;
  if (inner instanceof z.ZodObject) {
    const fields: Values = Object(value);
    const all = Object.entries(inner.shape).map(([name, one]) => [
      name,
      completedValue(one, fields[name]),
    ]);
    return Object.fromEntries(all);
  }
  const kind = kindOf(inner);
  if (inner instanceof z.ZodArray && kind.kind === 'several') {
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return items.slice(0, kind.maxItems).map((item) => completedValue(inner.element, item));
  }
  if (kind.kind === 'number') return Math.min(Math.max(Number(value) || 0, kind.min), kind.max);
  const text = String(value ?? '');
  return kind.kind === 'choice' && !kind.values.includes(text) ? kind.values[0] : text;
}
