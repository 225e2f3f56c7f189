import type { Field, RelationField } from '@sveltia/cms';
import { z } from 'astro/zod';
import { isLanguage, languages } from '../../contract/language.ts';
import { languageName } from '../../contract/language-records.ts';
import { slugPattern } from '../../contract/path-template.ts';
import { folders } from '../check/sources.ts';
import type { authorSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { type FieldKind, factsOf, kindOf, slugRuleText } from '../schema-fields.ts';
import { type Section, type SectionKind, sectionKinds } from '../section-schema.ts';
import texts from './texts.json' with { type: 'json' };

/** The editor's texts for a field. */
interface FieldTexts {
  readonly label: string;
  readonly hint: string;
  /** The name of one entry, where the field is a list. */
  readonly singular?: string;
  /** The meaning of yes and of no, where the editor must choose one. */
  readonly choices?: { readonly yes: string; readonly no: string };
  /** The label of each word, where the field is one of a few. */
  readonly values?: Readonly<Record<string, string>>;
}

type Texts = Readonly<Record<string, FieldTexts>>;
type TextsOf<Schema extends z.ZodType> = Readonly<
  Record<keyof z.input<Schema> & string, FieldTexts>
>;

/** The texts for the fields of each schema. A schema field without texts is a type error. */
export const fieldTexts: {
  readonly post: TextsOf<typeof postSchema>;
  readonly page: TextsOf<typeof pageSchema>;
  readonly author: TextsOf<typeof authorSchema>;
  readonly tag: TextsOf<typeof tagSchema>;
  /** The body of a post or page. */
  readonly body: FieldTexts;
} = texts;

type FieldNames<Kind> = Kind extends unknown ? Exclude<keyof Kind & string, 'kind'> : never;

/** The names of the kinds of sections, and the texts for their fields. */
const sectionTexts: {
  readonly kinds: Readonly<Record<SectionKind, string>>;
  readonly fields: Readonly<Record<FieldNames<Section>, FieldTexts>>;
} = texts.section;

/** Longer texts get more than one line. */
const MAX_LINE_CHARACTERS = 60;

type Kind<Name extends FieldKind['kind']> = Extract<FieldKind, { kind: Name }>;

/** The properties of every field, whatever its widget. */
interface Common {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
  readonly label_singular?: string;
  readonly i18n?: true | 'duplicate';
}

/** The collections of ids to choose from, by folder, and the fields that stand for an entry. */
const choices: Readonly<Record<string, { collection: string; shows: readonly string[] }>> = {
  [folders.authors]: { collection: 'authors', shows: ['name'] },
  [folders.tags]: { collection: 'tags', shows: languages.map((language) => `name.${language}`) },
};

/**
 * The editor's fields for the shape of a schema: the same names, limits and rules.
 * @param texts the label and hint of each field
 * @param yesOrNo where languages stand side by side, each with its own values: whether a yes or no is
 *   the same in all. In a list each has its own, because each may have other entries
 * @throws {Error} when a field has no texts, or its schema no kind
 * Source: Sveltia CMS 0.221, `types/public.d.ts` (`Field`).
 */
export function fieldsOf(
  shape: z.core.$ZodShape,
  texts: Texts,
  yesOrNo?: 'duplicate' | true,
): Field[] {
  return Object.entries(shape)
    .filter(([, schema]) => !(schema instanceof z.ZodLiteral))
    .map(([name, schema]) => {
      const own = texts[name] ?? textsOfLanguage(name);
      const { inner, isRequired } = factsOf(schema);
      const i18n = yesOrNo && (inner instanceof z.ZodBoolean ? yesOrNo : true);
      const common: Common = {
        ...{ name, label: own.label, hint: own.hint, required: isRequired },
        ...(i18n ? { i18n } : {}),
      };
      if (inner instanceof z.ZodObject) {
        return { ...common, widget: 'object', fields: fieldsOf(inner.shape, texts, yesOrNo) };
      }
      const kind = kindOf(inner);
      if (kind.kind !== 'list' && kind.kind !== 'several') return single(common, kind, own);
      if (!(inner instanceof z.ZodArray)) {
        throw new Error(`The kind of the field ${name} is a list, but its schema is not.`);
      }
      const named = own.singular ? { ...common, label_singular: own.singular } : common;
      if (kind.kind === 'list') return listField(named, kindOf(inner.element), kind);
      return several(named, inner.element, kind, texts, yesOrNo && true);
    });
}

/** A list of texts or groups, each folded to one line so that all can be seen and moved. */
function several(
  common: Common,
  item: z.core.$ZodType,
  { minItems: min, maxItems: max }: Kind<'several'>,
  texts: Texts,
  yesOrNo: true | undefined,
): Field {
  const field = { ...common, widget: 'list', min, max } as const;
  if (item instanceof z.ZodDiscriminatedUnion) {
    const summary = '{{title}}{{name}}';
    const types = sectionKinds.map(({ kind, schema }) => ({
      ...{ name: kind, label: sectionTexts.kinds[kind], widget: 'object' as const, summary },
      fields: fieldsOf(schema.shape, sectionTexts.fields, yesOrNo),
    }));
    return { ...field, types, typeKey: item.def.discriminator, collapsed: 'auto' };
  }
  if (item instanceof z.ZodObject)
    return { ...field, fields: fieldsOf(item.shape, texts, yesOrNo) };
  const [only] = fieldsOf({ [common.name]: item }, texts, yesOrNo);
  if (!only) throw new Error(`The list ${common.name} has items without a field.`);
  return { ...field, field: only };
}

/** A field per language has the language's name as its label. */
function textsOfLanguage(name: string): FieldTexts {
  if (!isLanguage(name)) throw new Error(`The editor has no texts for the field ${name}.`);
  return { label: languageName(name), hint: '' };
}

function single(
  common: Common,
  kind: Exclude<FieldKind, Kind<'list' | 'several'>>,
  texts: FieldTexts,
): Field {
  switch (kind.kind) {
    case 'text':
      return text(common, kind);
    case 'day':
      return day(common, kind);
    case 'id':
      return choice(common, kind.folder);
    case 'slug':
      return { ...common, widget: 'string', pattern: slugRule };
    case 'boolean':
      return trueOrFalse(common, texts);
    case 'choice':
      return { ...common, widget: 'select', options: options(common, kind, texts) };
    case 'number':
      return { ...common, widget: 'number', value_type: 'int', min: kind.min, max: kind.max };
    case 'picture':
      return { ...common, widget: 'image', accept: accepted(kind.endings), choose_url: false };
  }
}

/** The slug's rule as text, because the editor's configuration is JSON. */
export const slugRule: [string, string] = [
  slugPattern.source,
  `Use ${slugRuleText}, such as how-credits-work.`,
];

function text(common: Common, kind: Kind<'text'>): Field {
  return {
    ...common,
    hint: `${common.hint} For example: ${kind.example}`.trim(),
    widget: kind.maxCharacters > MAX_LINE_CHARACTERS ? 'text' : 'string',
    maxlength: kind.maxCharacters,
    pattern: ['\\S', 'Write at least one word.'],
  };
}

/**
 * A choice of yes or no. A switch would need a default, and Sveltia CMS 0.221 writes the default into
 * every older file that lacks the field. With `true`, editing a published post would turn it into a
 * draft. A post has to choose, so that nobody publishes an idea; a page is finished without a choice.
 */
function trueOrFalse(common: Common, { choices: labels }: FieldTexts): Field {
  if (!labels) throw new Error(`The editor has no texts for yes and no of ${common.name}.`);
  return {
    ...common,
    required: common.required || common.i18n === undefined,
    widget: 'select',
    options: [
      { label: labels.yes, value: true },
      { label: labels.no, value: false },
    ],
  };
}

function options(
  { name }: Common,
  { values }: Kind<'choice'>,
  { values: labels = {} }: FieldTexts,
) {
  return values.map((value) => {
    const label = labels[value];
    if (label === undefined) throw new Error(`The editor has no text for ${value} of ${name}.`);
    return { label, value };
  });
}

/** A day without a time of day. A required one starts as today. */
function day(common: Common, { firstYear, lastYear }: Kind<'day'>): Field {
  return {
    ...common,
    widget: 'datetime',
    type: 'date',
    format: 'YYYY-MM-DD',
    min: `${firstYear}-01-01`,
    max: `${lastYear}-12-31`,
    ...(common.required ? { default: '{{now}}' } : {}),
  };
}

function accepted(endings: readonly string[]): string {
  return endings.map((ending) => `.${ending}`).join(',');
}

function listField(common: Common, item: FieldKind, { maxItems }: Kind<'list'>): Field {
  if (item.kind === 'id') return { ...choice(common, item.folder), multiple: true, max: maxItems };
  if (item.kind !== 'slug') throw new Error(`The editor has no field for a list of ${item.kind}.`);
  const label = common.label_singular ?? common.label;
  const field: Field = { name: common.name, label, widget: 'string', pattern: slugRule };
  return { ...common, widget: 'list', max: maxItems, field };
}

function choice(common: Common, folder: string): RelationField {
  const chosen = choices[folder];
  if (!chosen) throw new Error(`The editor has no collection for ${folder}.`);
  return {
    ...common,
    widget: 'relation',
    collection: chosen.collection,
    value_field: '{{slug}}',
    display_fields: [...chosen.shows],
    search_fields: [...chosen.shows],
  };
}
