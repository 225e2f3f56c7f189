import type { Field, RelationField } from '@sveltia/cms';
import { z } from 'astro/zod';
import { isLanguage } from '../../contract/language.ts';
import { slugPattern } from '../../contract/slug.ts';
import { languageName } from '../check/twin-rules.ts';
import { type FieldKind, factsOf, kindOf } from '../field-kinds.ts';
import { type FieldWords, refusals } from './words.ts';

/** Longer texts get more than one line. */
const MAX_LINE_CHARACTERS = 60;

/** What all fields have, whatever asks for their values. */
interface Common {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly required: boolean;
  readonly label_singular?: string;
}

/** The ids that can be chosen from: the collection that has them, and what is shown of its entries. */
export interface Choice {
  readonly collection: string;
  readonly shows: readonly string[];
}

/** What can be chosen, by the folder of the files, as the schema names it. */
export type Choices = Readonly<Record<string, Choice>>;

/**
 * The editor's fields for the shape of a schema: the same names, limits and rules.
 * @param words what is said about each field
 * @throws {Error} when a field has no words, or its schema no kind
 * Source: Sveltia CMS 0.221, `types/public.d.ts` (`Field`).
 */
export function fieldsOf(
  shape: z.core.$ZodShape,
  words: Readonly<Record<string, FieldWords>>,
  choices: Choices,
): Field[] {
  return Object.entries(shape).map(([name, schema]) => {
    const said = words[name] ?? wordsOfLanguage(name);
    const { inner, isRequired } = factsOf(schema);
    const common = { name, label: said.label, hint: said.hint, required: isRequired };
    if (inner instanceof z.ZodObject) {
      return { ...common, widget: 'object', fields: fieldsOf(inner.shape, words, choices) };
    }
    const kind = kindOf(inner);
    if (kind.kind !== 'list') return single(common, kind, said, choices);
    if (inner instanceof z.ZodArray) {
      const named = said.singular ? { ...common, label_singular: said.singular } : common;
      return list(named, kindOf(inner.element), kind, choices);
    }
    throw new Error(`The field ${name} is a list to its kind and none to its schema.`);
  });
}

/** The names of the languages are the words for what is written in each. */
function wordsOfLanguage(name: string): FieldWords {
  if (!isLanguage(name)) throw new Error(`The editor has no words for the field ${name}.`);
  return { label: languageName(name), hint: '' };
}

function single(
  common: Common,
  kind: Exclude<FieldKind, { kind: 'list' }>,
  words: FieldWords,
  choices: Choices,
): Field {
  switch (kind.kind) {
    case 'text':
      return text(common, kind);
    case 'day':
      return day(common, kind);
    case 'id':
      return choice(common, kind.folder, choices);
    case 'slug':
      return { ...common, widget: 'string', pattern: slugRule };
    case 'truth':
      return truth(common, words);
    case 'picture':
      return picture(common, kind.endings);
  }
}

/** The slug's rule, for the editor's configuration, which holds no regular expressions. */
export const slugRule: [string, string] = [slugPattern.source, refusals.slug];

function text(common: Common, kind: Extract<FieldKind, { kind: 'text' }>): Field {
  return {
    ...common,
    hint: `${common.hint} For example: ${kind.example}`.trim(),
    widget: kind.maxCharacters > MAX_LINE_CHARACTERS ? 'text' : 'string',
    maxlength: kind.maxCharacters,
    pattern: ['\\S', refusals.blank],
  };
}

/**
 * Yes or no, which has to be chosen. A switch would need a default, and Sveltia CMS 0.221 writes the
 * default into every older file that lacks the field: with `true`, correcting a word in a published
 * post would make a draft of it.
 */
function truth(common: Common, { choices: labels }: FieldWords): Field {
  if (!labels) throw new Error(`The editor has no words for yes and no of ${common.name}.`);
  return {
    ...common,
    required: true,
    widget: 'select',
    options: [
      { label: labels.yes, value: true },
      { label: labels.no, value: false },
    ],
  };
}

/** A day without a time of day; new things begin with today where one is required. */
function day(common: Common, { firstYear, lastYear }: Extract<FieldKind, { kind: 'day' }>): Field {
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

/** A picture from the folder of the collection. */
function picture(common: Common, endings: readonly string[]): Field {
  const accept = endings.map((ending) => `.${ending}`).join(',');
  return { ...common, widget: 'image', accept, choose_url: false };
}

function list(
  common: Common,
  item: FieldKind,
  { maxItems }: Extract<FieldKind, { kind: 'list' }>,
  choices: Choices,
): Field {
  if (item.kind === 'id') {
    return { ...choice(common, item.folder, choices), multiple: true, max: maxItems };
  }
  if (item.kind !== 'slug') throw new Error(`The editor has no field for a list of ${item.kind}.`);
  const label = common.label_singular ?? common.label;
  const field: Field = { name: common.name, label, widget: 'string', pattern: slugRule };
  return { ...common, widget: 'list', max: maxItems, field };
}

function choice(common: Common, folder: string, choices: Choices): RelationField {
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
