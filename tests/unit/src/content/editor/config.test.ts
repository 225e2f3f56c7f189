import type { EntryCollection, Field } from '@sveltia/cms';
import type { z } from 'astro/zod';
import { describe, expect, test } from 'vitest';
import { folders } from '../../../../../src/content/check/sources.ts';
import { editorCollections, editorConfig } from '../../../../../src/content/editor/config.ts';
import { fieldsOf } from '../../../../../src/content/editor/fields.ts';
import {
  authorSchema,
  flowTextSchema,
  pageSchema,
  postSchema,
  tagSchema,
} from '../../../../../src/content/schema.ts';
import { id, shortText, slug } from '../../../../../src/content/schema-fields.ts';
import { byLanguage, defaultLanguage, languages } from '../../../../../src/contract/language.ts';

/** The collections with the schema that their files have to pass. */
const held: readonly (readonly [name: string, schema: z.ZodObject])[] = [
  ...languages.map((language) => [`posts-${language}`, postSchema] as const),
  ['pages', pageSchema],
  ['flows', flowTextSchema],
  ['authors', authorSchema],
  ['tags', tagSchema],
];

function collection(name: string): EntryCollection {
  const found = editorCollections().find((one) => one.name === name);
  if (!found) throw new Error(`There is no collection ${name}.`);
  return found;
}

/** The fields of a collection that stand in the front matter, or in the JSON file. */
function fields(name: string): readonly Field[] {
  return collection(name).fields.filter((field) => field.name !== 'body');
}

/** The values that the editor writes for a field, each of which shows a limit or a choice. */
function written(field: Field): readonly unknown[] {
  switch (field.widget) {
    case 'string':
    case 'text':
      if (field.maxlength === undefined) return ['old-locks'];
      return ['x'.repeat(Number(field.maxlength)), '水'.repeat(Number(field.maxlength)), 'a'];
    case 'datetime':
      return [field.min, field.max, '2026-11-21'];
    case 'relation':
      if (field.multiple !== true) return ['team'];
      return [['credits'], Array.from({ length: Number(field.max) }, (_, index) => `tag-${index}`)];
    case 'select':
      return Array.from<unknown, unknown>(field.options, (option) =>
        typeof option === 'object' && option && 'value' in option ? option.value : option,
      );
    case 'image':
      return String(field.accept)
        .split(',')
        .map((ending) => `${collection('posts-en').public_folder}/wheel${ending}`);
    case 'number':
      return [field.min, field.max];
    case 'list':
      return listed(field);
    case 'object':
      return [valuesOf('fields' in field ? (field.fields ?? []) : [])];
    default:
      throw new Error(`Nobody knows what the editor writes for ${field.widget}.`);
  }
}

/** The properties of the kinds of lists, of which each has a part. */
interface List {
  readonly label?: unknown;
  readonly types?: readonly {
    readonly name: string;
    readonly fields?: readonly Field[] | undefined;
  }[];
  readonly typeKey?: string | undefined;
  readonly fields?: readonly Field[];
  readonly field?: Field;
  readonly min?: unknown;
  readonly max?: unknown;
}

/** A list of one group of each kind, of groups, of old addresses or of texts. */
function listed({ types, typeKey = 'type', fields: group, field, min, max }: List) {
  if (types) {
    return [types.map(({ name, fields = [] }) => ({ [typeKey]: name, ...valuesOf(fields) }))];
  }
  const lists = (item: (at: number) => unknown, least: unknown) =>
    [least, max].map((length) => Array.from({ length: Number(length) }, (_, at) => item(at)));
  if (group) return lists(() => valuesOf(group), min);
  const isText = field && 'maxlength' in field;
  return isText ? lists(() => 'Here', max) : lists((at) => `old-${at}`, 1);
}

/** The values of a file whose fields all have the first of theirs. */
function valuesOf(all: readonly Field[]): Record<string, unknown> {
  return Object.fromEntries(all.map((field) => [field.name, written(field)[0]]));
}

/** A post whose two dates are in order and that is otherwise as the editor writes it. */
function whole(name: string): Record<string, unknown> {
  const values = valuesOf(fields(name));
  return 'updatedDate' in values ? { ...values, updatedDate: '2099-12-31' } : values;
}

describe.each(held)('what the editor writes for %s', (name, schema) => {
  test('has exactly the names of the schema', () => {
    expect(fields(name).map((field) => field.name)).toEqual(Object.keys(schema.shape));
  });

  test('passes the schema with every field filled to its limit', () => {
    expect(schema.safeParse(whole(name)).error?.issues).toBeUndefined();
  });

  test('passes the schema with each value of a field', () => {
    const refused = fields(name).flatMap((field) =>
      written(field)
        .map((value) => ({ ...whole(name), publishDate: '2000-01-01', [field.name]: value }))
        .map((values) => (name.startsWith('posts') ? values : without(values, 'publishDate')))
        .filter((values) => !schema.safeParse(values).success)
        .map((values) => [field.name, values[field.name]]),
    );
    expect(refused).toEqual([]);
  });

  test('passes the schema without any optional field, and only without those', () => {
    for (const field of fields(name)) {
      // Without its description, there is no cover either.
      const left = field.name === 'coverAlt' ? without(whole(name), 'cover') : whole(name);
      const passes = schema.safeParse(without(left, field.name)).success;
      // The editor asks for a choice where a file may be silent.
      const isAsked = field.widget === 'select';
      expect([field.name, passes]).toEqual([field.name, isAsked || required(field) === false]);
    }
  });

  test('is refused by both when a text is longer or a list has more entries than allowed', () => {
    const passed = fields(name)
      .filter(({ widget }) => widget !== 'object')
      .flatMap((field) => beyond(field).map((value) => ({ ...whole(name), [field.name]: value })))
      .filter((values) => schema.safeParse(values).success);
    expect(passed).toEqual([]);
  });
});

function without(values: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));
}

function required(field: Field): unknown {
  return 'required' in field ? field.required : undefined;
}

/** The values just beyond the limits of a field, which the editor doesn't let anybody save. */
function beyond(field: Field): readonly unknown[] {
  switch (field.widget) {
    case 'string':
    case 'text':
      return ['x'.repeat(Number(field.maxlength) + 1), '', ' '];
    case 'datetime':
      return ['1999-12-31', '2100-01-01', '2026-11-21T10:00:00'];
    case 'list':
    case 'relation':
      return field.max === undefined
        ? ['Not An Id']
        : [Array.from({ length: Number(field.max) + 1 }, (_, index) => `id-${index}`)];
    default:
      return [];
  }
}

describe('the rule for slugs and old addresses', () => {
  const { slug: rule } = collection('posts-en');
  const pattern = typeof rule === 'object' ? String(rule.pattern?.[0]) : '';
  const list = fields('posts-en').find((field) => field.name === 'redirectFrom');

  test.each(['locks', 'a-2', 'How', 'a/b', 'a b', '积分', '', 'a.md'])(
    'is the schema’s for %j',
    (text) => {
      expect(new RegExp(pattern).test(text)).toBe(slug.safeParse(text).success);
    },
  );

  test('is the same for both', () => {
    expect(list).toMatchObject({ field: { pattern: [pattern, expect.any(String)] } });
  });
});

describe('the editor’s configuration', () => {
  const quote = { kind: 'quote', text: 'It adds up.', name: 'Ada', role: 'Reader' } as const;
  const config = editorConfig(
    'https://mill.example',
    byLanguage((language) => (language === defaultLanguage ? [quote] : [])),
  );

  test('is the same after a round trip through JSON', () => {
    expect(JSON.parse(JSON.stringify(config))).toEqual(config);
  });

  test('names folders of the content', () => {
    const places = editorCollections().map(({ folder }) => folder.replace('/{{locale}}', ''));
    const withLanguages = languages.map((language) => `${folders.posts}/${language}`);
    const known = [...Object.values(folders), ...withLanguages];
    expect(places.filter((place) => !known.includes(place))).toEqual([]);
    expect(config.media_folder).toBe('public');
  });

  test('offers authors and tags from its own collections', () => {
    const chosen = fields('posts-en').flatMap((field) =>
      field.widget === 'relation' ? [field.collection] : [],
    );
    expect(chosen).toEqual(['authors', 'tags']);
    expect(editorCollections().map(({ name }) => name)).toEqual(expect.arrayContaining(chosen));
  });

  test('fills what a new section needs with the example of its kind in each language', () => {
    const sections = config.collections?.find((one) => 'name' in one && one.name === 'pages');
    expect(sections).toMatchObject({
      fields: expect.arrayContaining([
        expect.objectContaining({
          types: expect.arrayContaining([
            expect.objectContaining({
              name: 'quote',
              fields: [
                expect.objectContaining({ name: 'text', defaults: { en: 'It adds up.' } }),
                expect.objectContaining({ name: 'name', defaults: { en: 'Ada' } }),
                expect.not.objectContaining({ defaults: expect.anything() }),
              ],
            }),
          ]),
        }),
      ]),
    });
  });

  test('has no default for the draft, which the editor would write into older posts', () => {
    const draft = fields('posts-en').find((field) => field.name === 'draft');
    expect(draft).toMatchObject({ widget: 'select', required: true });
    expect(draft).not.toHaveProperty('default');
  });

  test('allows no sign-in through a pop-up window', () => {
    expect(config.backend).toMatchObject({ auth_methods: ['token'] });
  });
});

describe('making fields', () => {
  const title = shortText('title', 9, 'A');

  test('fails for a field without texts', () => {
    expect(() => fieldsOf({ subtitle: title }, {})).toThrow(
      'The editor has no texts for the field subtitle.',
    );
  });

  test('fails for a choice from a folder without a collection', () => {
    const texts = { author: { label: 'Author', hint: '' } };
    expect(() => fieldsOf({ author: id('author', 'src/content/nobody', 'a') }, texts)).toThrow(
      'The editor has no collection for src/content/nobody.',
    );
  });

  test('fails for a schema that schema-fields.ts didn’t make', () => {
    const texts = { title: { label: 'Title', hint: '' } };
    expect(() => fieldsOf({ title: title.optional().nullable() }, texts)).toThrow(
      'The field has no kind',
    );
  });
});

interface Kind {
  readonly name: string;
  readonly fields: readonly Field[];
}

test('whether a page is a draft is one choice for all languages, and how a section looks is not', () => {
  const byName = new Map(fields('pages').map((field) => [field.name, field]));
  const { types: kinds = [] }: { readonly types?: readonly Kind[] } = Object(
    byName.get('sections'),
  );
  const looks = kinds.flatMap(({ name, fields: own }) =>
    own.filter(({ widget }) => widget === 'select').map((field) => [name, field.name, field.i18n]),
  );
  expect(byName.get('draft')?.i18n).toBe('duplicate');
  expect(looks).toEqual([
    ['hero', 'banner', true],
    ['demo', 'which', true],
    ['picture', 'pictureFirst', true],
  ]);
});
