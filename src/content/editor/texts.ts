import type { z } from 'astro/zod';
import type { authorSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { slugRuleText } from '../schema-fields.ts';
import type { Section, SectionKind } from '../section-schema.ts';
import texts from './texts.json' with { type: 'json' };

/** The editor's texts for a field. */
export interface FieldTexts {
  readonly label: string;
  readonly hint: string;
  /** The name of one entry, where the field is a list. */
  readonly singular?: string;
  /** The meaning of yes and of no, where the editor must choose one. */
  readonly choices?: { readonly yes: string; readonly no: string };
  /** The label of each word, where the field is one of a few. */
  readonly values?: Readonly<Record<string, string>>;
}

type TextsOf<Schema extends z.ZodType> = Readonly<
  Record<keyof z.input<Schema> & string, FieldTexts>
>;

/** The texts for the fields of a post. A schema field without texts is a type error. */
export const postTexts: TextsOf<typeof postSchema> = texts.post;
export const pageTexts: TextsOf<typeof pageSchema> = texts.page;
export const authorTexts: TextsOf<typeof authorSchema> = texts.author;
export const tagTexts: TextsOf<typeof tagSchema> = texts.tag;

type FieldNames<Kind> = Kind extends unknown ? Exclude<keyof Kind & string, 'kind'> : never;

/** The names of the kinds of sections, and the texts for their fields. */
export const sectionTexts: {
  readonly kinds: Readonly<Record<SectionKind, string>>;
  readonly fields: Readonly<Record<FieldNames<Section>, FieldTexts>>;
} = texts.section;

/** The body of a post or page. */
export const bodyTexts: FieldTexts = texts.body;

/** Why the editor refuses an input. */
export const refusals = {
  blank: 'Write at least one word.',
  slug: `Use ${slugRuleText}, such as how-credits-work.`,
} as const;
