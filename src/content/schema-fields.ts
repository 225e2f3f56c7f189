import { z } from 'astro/zod';
import { DAY_MS } from '../contract/durations.ts';
import { nearest } from '../contract/nearest.ts';
import { maxSlugLength, slugPattern } from '../contract/path-template.ts';

/**
 * The kinds of fields in the content. A message has two lines: the problem, and what to do, with an
 * example. It leaves out the field's name, which both Astro and the content check print before it.
 */

/** A message repeats a wrong value up to this length, in UTF-16 units. */
const MAX_SHOWN = 60;
/** Other years are typing mistakes. */
const YEARS = { first: 2000, last: 2099 } as const;

/** The names of our fields in other systems. */
const usualNames: Readonly<Record<string, string>> = {
  aliases: 'redirectFrom',
  alt: 'coverAlt',
  categories: 'tags',
  category: 'tags',
  date: 'publishDate',
  excerpt: 'description',
  heroImage: 'cover',
  image: 'cover',
  keywords: 'tags',
  lastmod: 'updatedDate',
  pubDate: 'publishDate',
  summary: 'description',
};

/** The rule of `slugPattern` in plain language. */
export const slugRuleText = `at most ${maxSlugLength} small letters a to z, digits and hyphens`;

const pictureEndings = ['png', 'jpg', 'jpeg', 'webp', 'avif'] as const;
const pictures = new RegExp(`\\.(?:${pictureEndings.join('|')})$`, 'i');

/** The kind of a field: how a form asks for a value. Its schema says which ones it accepts. */
export type FieldKind =
  | { readonly kind: 'text'; readonly maxCharacters: number; readonly example: string }
  | { readonly kind: 'day'; readonly firstYear: number; readonly lastYear: number }
  | { readonly kind: 'id'; readonly folder: string }
  | { readonly kind: 'slug' }
  | { readonly kind: 'boolean' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'picture'; readonly endings: readonly string[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'list'; readonly maxItems: number }
  | { readonly kind: 'several'; readonly minItems: number; readonly maxItems: number };

/** The kinds by field schema. */
const fieldKinds = z.registry<FieldKind>();

/** Control characters: XML has no place for most, not even escaped. Source: XML 1.0, section 2.2. */
const unprintable = /[^\P{Cc}\t\n\r\u0080-\u009f]|[\ufffe\uffff]/u;

/**
 * A text of one sentence or less.
 * @param maxCharacters counts graphemes: an accented letter or a composed emoji is one
 */
export function shortText(field: string, maxCharacters: number, example: string) {
  const sample = `for example: ${field}: ${example}`;
  return z
    .string({ error: ({ input }) => `${stateOf(input)}\n${fixOfText(input, sample)}` })
    .refine((text) => text.trim() !== '', {
      error: `It is empty.\nWrite at most ${maxCharacters} characters, ${sample}`,
      abort: true,
    })
    .refine((text) => !unprintable.test(text), {
      error:
        'It has a control character, which no feed may have.\nTake it out, or type the text again.',
    })
    .refine((text) => isWithin(text, maxCharacters), {
      error: ({ input }) =>
        `It has ${charactersOf(String(input))} characters; at most ${maxCharacters} are shown whole.\nShorten it, ${sample}`,
    })
    .register(fieldKinds, { kind: 'text', maxCharacters, example });
}

/** A day at midnight UTC. A quoted day, or one that is not in the calendar, arrives as text. */
export function day(field: string) {
  const fix = `Write a day as year-month-day, for example: ${field}: 2026-11-20`;
  return z
    .unknown()
    .transform((value, context) => {
      const date = dateOf(value);
      if (date) return date;
      context.addIssue({ code: 'custom', message: `${stateOfDay(value)}\n${fix}` });
      return z.NEVER;
    })
    .register(fieldKinds, { kind: 'day', firstYear: YEARS.first, lastYear: YEARS.last });
}

/** The id of an author or a tag: the name of its file. */
export function id(field: string, folder: string, example: string) {
  const fix = `Write the name of a file in ${folder} without its ending, for example: ${field}: ${example}`;
  return z
    .string({ error: ({ input }) => `${stateOf(input)}\n${fix}` })
    .regex(slugPattern, {
      error: ({ input }) =>
        `It is ${shown(input)}; an id has ${slugRuleText}, no slash and no Chinese.\n${fix}`,
    })
    .register(fieldKinds, { kind: 'id', folder });
}

/** The last part of an address. */
export const slug = z
  .string({ error: ({ input }) => `${stateOf(input)}\nWrite it as text in quotes.` })
  .regex(slugPattern, {
    error: ({ input }) =>
      `It is ${shown(input)}; a slug has ${slugRuleText}.\nWrite only the last part of the old address, for example: redirectFrom: [credits-explained]`,
  })
  .register(fieldKinds, { kind: 'slug' });

/** A list without duplicates; a missing field is an empty list. */
export function listOf<Item extends z.ZodType<string>>(
  item: Item,
  field: string,
  maxItems: number,
  example: string,
) {
  const sample = `for example: ${field}: ${example}`;
  return (
    z
      .array(item, {
        error: ({ input }) => `${stateOf(input)}\nWrite a list in square brackets, ${sample}`,
      })
      // Zod's own length rule also runs on a text, and would then report a second problem.
      .refine((items) => items.length <= maxItems, {
        error: `It has more than ${maxItems} entries.\nKeep the ${maxItems} that say most.`,
      })
      .refine((items) => new Set(items).size === items.length, {
        error: 'It names something twice.\nName it once.',
      })
      .register(fieldKinds, { kind: 'list', maxItems })
      .default([])
  );
}

/**
 * The path of a picture, relative to the folder of the file that names it.
 * @param from the path to the folder of pictures from that file
 */
export function picturePath(field: string, folder: string, from: string) {
  const sample = `for example: ${field}: ${from}/wheel.png`;
  return z
    .string({ error: ({ input }) => `${stateOf(input)}\nWrite a path, ${sample}` })
    .refine((path) => !/^(?:\/|[a-z][a-z0-9+.-]*:)|\\/i.test(path) && path !== '', {
      error: ({ input }) =>
        `It is ${shown(input)}, not a path from this file’s folder.\nSave the picture in ${folder} and write, ${sample}`,
      abort: true,
    })
    .refine((path) => pictures.test(path), {
      error: ({ input }) =>
        `It is ${shown(input)}, not a picture of a known kind.\nUse a png, jpg, webp or avif file, ${sample}`,
    })
    .register(fieldKinds, { kind: 'picture', endings: pictureEndings });
}

/** A list of texts or of groups of fields, such as questions with their answers. */
export function severalOf<Item extends z.ZodType>(
  item: Item,
  field: string,
  { min: minItems, max: maxItems }: { min: number; max: number },
  example: string,
) {
  return z
    .array(item, {
      error: ({ input }) => `${stateOf(input)}\nWrite a list, for example: ${field}: ${example}`,
    })
    .refine((items) => items.length >= minItems && items.length <= maxItems, {
      error: ({ input }) =>
        `It has ${Array.isArray(input) ? input.length : 0} entries.\nWrite at least ${minItems} and at most ${maxItems}.`,
    })
    .register(fieldKinds, { kind: 'several', minItems, maxItems });
}

/** A whole number. */
export function wholeNumber(field: string, { min, max }: { min: number; max: number }) {
  const error = ({ input }: { readonly input?: unknown }) =>
    `${stateOf(input)}\nWrite a whole number from ${min} to ${max}, for example: ${field}: ${min}`;
  return z
    .int({ error })
    .min(min, { error })
    .max(max, { error })
    .register(fieldKinds, { kind: 'number', min, max });
}

/** A field with one of a few words. */
export function oneOf<const Values extends readonly string[]>(field: string, values: Values) {
  const fix = `Write one of ${values.join(', ')}, for example: ${field}: ${values[0]}`;
  return z
    .enum(values, { error: ({ input }) => `${stateOf(input)}\n${fix}` })
    .register(fieldKinds, { kind: 'choice', values });
}

/** Yes or no. */
export function trueOrFalse(field: string) {
  return z
    .boolean({ error: ({ input }) => `${stateOf(input)}\nWrite ${field}: true or ${field}: false` })
    .register(fieldKinds, { kind: 'boolean' });
}

/** An object with these fields alone. Zod's own reports unknown ones without a path. */
export function strictObject<Shape extends z.ZodRawShape>(shape: Shape) {
  const fields = Object.keys(shape);
  const known = z.strictObject(shape, {
    error: ({ input }) => `${stateOf(input)}\nWrite fields, each on a line: ${fields.join(', ')}`,
  });
  const unknown = z.unknown().refine(() => false, {
    error: ({ path }) => unknownField(String(path?.at(-1)), fields),
  });
  return known.catchall(unknown) as typeof known;
}

/** A field's schema without wrappers for options and defaults, and whether it is required. */
export function factsOf(field: z.core.$ZodType) {
  let inner = field;
  while (inner instanceof z.ZodOptional || inner instanceof z.ZodDefault) inner = inner.unwrap();
  return { inner, isRequired: !z.safeParse(field, undefined).success };
}

/**
 * The kind of an unwrapped field.
 * @throws {Error} for a field that doesn't come from `schema-fields.ts`
 */
export function kindOf(inner: z.core.$ZodType): FieldKind {
  const kind = fieldKinds.get(inner);
  if (kind) return kind;
  throw new Error(
    'The field has no kind: make it with a function of src/content/schema-fields.ts.',
  );
}

/** Rules about two fields run even when a third is invalid, so that one check finds every problem. */
export function hasFields({ value }: { readonly value: unknown }): boolean {
  return typeof value === 'object' && value !== null;
}

/** The message about an unknown field, on two lines. */
function unknownField(field: string, known: readonly string[]): string {
  const problem = `There is no field ${shown(field)}.`;
  if (field === 'slug') return `${problem}\nRename the file instead: its name is the slug.`;
  const usual = usualNames[field] ?? '';
  const meant = known.includes(usual) ? usual : nearest(field, known);
  if (meant) return `${problem}\nDid you mean ${meant}?`;
  return `${problem}\nTake it out; the fields are ${known.join(', ')}.`;
}

/** The number of graphemes in a text. */
function charactersOf(text: string): number {
  return [...new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)].length;
}

/** Counting graphemes is slow, and a text never has more of them than UTF-16 units. */
function isWithin(text: string, maxCharacters: number): boolean {
  return text.length <= maxCharacters || charactersOf(text) <= maxCharacters;
}

/** Says in a sentence why a value is wrong. */
export function stateOf(value: unknown): string {
  if (value === undefined) return 'It is missing.';
  if (value === null) return 'It is empty.';
  if (Array.isArray(value)) return 'It is a list.';
  if (value instanceof Date) return 'It is a date, not text.';
  if (typeof value === 'object') return 'It is a group of fields.';
  return `It is ${shown(value)}.`;
}

/** A day that YAML takes for a date, and that no calendar has. */
export class UnrealDay extends Date {
  readonly written: string;
  constructor(written: string) {
    super(Number.NaN);
    this.written = written;
  }
}

function stateOfDay(given: unknown): string {
  const value = given instanceof UnrealDay ? given.written : given;
  if (value instanceof Date) {
    return 'It has a time of day, or a year outside of 2000 to 2099.';
  }
  if (typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)) {
    return `It is ${value}, which is no day of the years ${YEARS.first} to ${YEARS.last}.`;
  }
  return stateOf(value);
}

/** Numbers and booleans become text in quotes; YAML has dropped how they were written. */
function fixOfText(input: unknown, sample: string): string {
  const isPlain = typeof input === 'number' || typeof input === 'boolean';
  return isPlain ? 'Put it in quotes, as you wrote it.' : `Write a text, ${sample}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

function dateOf(value: unknown): Date | undefined {
  const date = value instanceof Date ? value : dateOfText(value);
  if (!date || Number.isNaN(date.getTime()) || date.getTime() % DAY_MS !== 0) return undefined;
  const year = date.getUTCFullYear();
  return year >= YEARS.first && year <= YEARS.last ? date : undefined;
}

/** The day of a text such as `2026-11-20`, at midnight UTC. It must format back: no February 30. */
export function dateOfText(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value) ? date : undefined;
}
