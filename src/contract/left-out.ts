import * as z from 'zod/mini';
import { type ByLanguage, byLanguage, defaultLanguage } from './language.ts';

/**
 * The kinds of parts that a run does not read in its input; the value says whether a kind is text of
 * the document. Parts that repeat that text, surround it or are hidden are none: no run fails without them.
 */
export const leftOutKinds = {
  pages: true,
  letters: true,
  cells: true,
  loose_text: true,
  fields: true,
  annotations: true,
  footnotes: true,
  formulas: true,
  slanted_text: true,
  markup: true,
  code: false,
  embedded: false,
  pictures: false,
  comments: false,
  heads: false,
  navigation: false,
  contents: false,
  readings: false,
  hidden_text: false,
  deleted_text: false,
  layers: false,
  front_matter: false,
  characters: false,
} as const satisfies Readonly<Record<string, boolean>>;

export type LeftOutKind = keyof typeof leftOutKinds;

/** From this share of a document on that was not read, a run fails unless its caller wants the rest. */
export const maxUnreadShare = 0.2;

/** The longest text that says where something was left out, in UTF-16 code units. */
export const maxWhereLength = 200;

const kinds: readonly LeftOutKind[] = Object.keys(leftOutKinds).filter(isLeftOutKind);

function isLeftOutKind(name: string): name is LeftOutKind {
  return Object.hasOwn(leftOutKinds, name);
}

/** The parts of one kind that were not read. */
export const leftOutSchema = z.object({
  kind: z.enum(kinds),
  count: z.int().check(z.nonnegative()),
  /** Pages, headings or the first words, in the caller's language. */
  where: z.string().check(z.maxLength(maxWhereLength)),
  /** The share of the input's pages, or of its letters; 0 where neither can be counted. */
  share: z.number().check(z.gte(0), z.lte(1)),
});

export type LeftOut = z.infer<typeof leftOutSchema>;

/** A text in each language, as stored. New languages get the default one's, and lost ones go. */
export const storedTextsSchema = z.pipe(
  z.record(z.string(), z.string()),
  z.transform(
    (texts): ByLanguage<string> =>
      byLanguage((language) => texts[language] ?? texts[defaultLanguage] ?? ''),
  ),
);

/** The stored form, with the place in each language. */
export const storedLeftOutSchema = z.extend(leftOutSchema, {
  where: storedTextsSchema,
});

export type StoredLeftOut = z.infer<typeof storedLeftOutSchema>;

/** Says whether a run shall go on with the rest, where much of its input cannot be read. */
export const partialSchema = z.optional(z.boolean());
