import { z } from 'astro/zod';
import { nearest } from '../contract/nearest.ts';
import {
  hasFields,
  oneOf,
  picturePath,
  severalOf,
  shortText,
  stateOf,
  strictObject,
  trueOrFalse,
  wholeNumber,
} from './schema-fields.ts';

/** The limits of texts in graphemes. Longer ones belong on a page of text. */
const MAX_LABEL_CHARACTERS = 60;
const MAX_TITLE_CHARACTERS = 80;
const MAX_LEAD_CHARACTERS = 300;
const MAX_TEXT_CHARACTERS = 500;
const MAX_ALT_CHARACTERS = 250;
const MAX_PATH_CHARACTERS = 200;
/** The limits of a list in a section, and of the columns that a phone can show. */
const MAX_ITEMS = 12;
const MAX_COLUMNS = 3;
const MAX_POSTS = 6;

/** The folder of the pictures in sections, and the path to it from a page's file. */
export const sectionPictures = {
  folder: 'src/content/pages/pictures',
  from: '../pictures',
} as const;

const title = shortText('title', MAX_TITLE_CHARACTERS, 'What a run costs');
const lead = shortText(
  'lead',
  MAX_LEAD_CHARACTERS,
  'A run has one price, and you see it first.',
).optional();
const longText = shortText('text', MAX_TEXT_CHARACTERS, 'No. A pack is paid once.');
const picture = picturePath('picture', sectionPictures.folder, sectionPictures.from);
const pictureAlt = shortText('pictureAlt', MAX_ALT_CHARACTERS, 'Three coins beside a ledger');
const link = strictObject({
  label: shortText('label', MAX_LABEL_CHARACTERS, 'See all prices'),
  path: shortText('path', MAX_PATH_CHARACTERS, '/pricing/'),
}).optional();

/** Points with a title and a text: steps, promises, or questions with their answers. */
const points = severalOf(
  strictObject({
    title: shortText('title', MAX_TITLE_CHARACTERS, 'Is there a subscription?'),
    text: longText,
  }),
  'items',
  { min: 1, max: MAX_ITEMS },
  '- title: Is there a subscription?',
);

const cells = (field: string, example: string) =>
  severalOf(
    shortText(field, MAX_TITLE_CHARACTERS, example),
    field,
    { min: 2, max: MAX_COLUMNS },
    `[${example}]`,
  );

/** The demos that readers can try on a page without an account: `src/components/demos/`. */
const demos = ['ledger', 'compare', 'digest', 'card', 'costs'] as const;

/** The kinds of sections. A kind says what to show; prices, trial and posts come from their sources. */
const kinds = [
  strictObject({
    kind: z.literal('hero'),
    title,
    lead,
    note: shortText(
      'note',
      MAX_TITLE_CHARACTERS,
      '{{trialCredits}} credits to try. No card.',
    ).optional(),
    link,
    banner: trueOrFalse('banner').default(false),
    picture: picture.optional(),
    pictureAlt: pictureAlt.optional(),
  }).refine(hasAltOfPicture, {
    path: ['pictureAlt'],
    when: hasFields,
    error:
      'It is missing, and the section has a picture.\nSay what is to be seen on it, for example: pictureAlt: Three coins beside a ledger',
  }),
  strictObject({ kind: z.literal('flows'), title, lead, link }),
  strictObject({ kind: z.literal('packs'), title: title.optional(), lead }),
  strictObject({ kind: z.literal('steps'), title, lead, items: points }),
  strictObject({ kind: z.literal('ledger'), title, lead }),
  strictObject({ kind: z.literal('demo'), which: oneOf('which', demos), title, lead }),
  strictObject({ kind: z.literal('promises'), title, lead, items: points }),
  strictObject({ kind: z.literal('questions'), title, lead, items: points }),
  strictObject({
    kind: z.literal('quote'),
    text: longText,
    name: shortText('name', MAX_LABEL_CHARACTERS, 'Ada Lovelace'),
    role: shortText('role', MAX_LABEL_CHARACTERS, 'Editor of a newsletter').optional(),
  }),
  strictObject({
    kind: z.literal('comparison'),
    title,
    lead,
    columns: cells('columns', 'Here'),
    rows: severalOf(
      strictObject({
        name: shortText('name', MAX_LABEL_CHARACTERS, 'A failed run'),
        cells: cells('cells', 'Costs nothing'),
      }),
      'rows',
      { min: 1, max: MAX_ITEMS },
      '- name: A failed run',
    ),
  }).refine(hasCellsForColumns, {
    path: ['rows'],
    when: hasFields,
    error: 'A row has more or fewer cells than there are columns.\nWrite one cell for each column.',
  }),
  strictObject({ kind: z.literal('action'), title, link }),
  strictObject({
    kind: z.literal('picture'),
    title,
    text: longText,
    link,
    picture,
    pictureAlt,
    pictureFirst: trueOrFalse('pictureFirst').default(false),
  }),
  strictObject({
    kind: z.literal('numbers'),
    title,
    lead,
    items: severalOf(
      strictObject({ number: shortText('number', MAX_LABEL_CHARACTERS, '20 kB'), text: longText }),
      'items',
      { min: 1, max: MAX_ITEMS },
      '- number: 20 kB',
    ),
  }),
  strictObject({
    kind: z.literal('posts'),
    title,
    count: wholeNumber('count', { min: 1, max: MAX_POSTS }),
  }),
] as const;

/** A section of a page. */
export const sectionSchema = z.discriminatedUnion('kind', kinds, {
  error: ({ input }) => unknownKind(input),
});

export type Section = z.output<typeof sectionSchema>;
export type SectionKind = Section['kind'];

/** The anchors of sections: their kinds, numbered from the second on, in every language. */
export function sectionAnchors(kindsInOrder: readonly SectionKind[]): readonly string[] {
  return kindsInOrder.map((kind, at) => {
    const number = kindsInOrder.slice(0, at + 1).filter((one) => one === kind).length;
    return number === 1 ? kind : `${kind}-${number}`;
  });
}

/** The schemas of the kinds, in the order in which the editor offers them. */
export const sectionKinds = kinds.map((schema) => ({ kind: schema.shape.kind.value, schema }));

const kindNames: readonly string[] = sectionKinds.map(({ kind }) => kind);

function unknownKind(input: unknown): string {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return `${stateOf(input)}\nWrite the fields of a section, beginning with - kind: ${kindNames[0]}`;
  }
  const kind: unknown = Object.entries(input).find(([name]) => name === 'kind')?.[1];
  const listed = `The kinds are ${kindNames.join(', ')}.`;
  if (typeof kind !== 'string') return `It has no kind.\n${listed}`;
  const meant = nearest(kind, kindNames);
  return `There is no kind of section ${JSON.stringify(kind.slice(0, MAX_LABEL_CHARACTERS))}.\n${meant ? `Did you mean ${meant}?` : listed}`;
}

function hasAltOfPicture(section: { readonly picture?: unknown; readonly pictureAlt?: unknown }) {
  return (section.picture ?? undefined) === undefined || section.pictureAlt !== undefined;
}

/** Lists of the wrong type have a message of their own. */
function hasCellsForColumns(section: { readonly columns?: unknown; readonly rows?: unknown }) {
  const columns = z.array(z.unknown()).safeParse(section.columns);
  const rows = z.array(z.object({ cells: z.array(z.unknown()) })).safeParse(section.rows);
  if (!columns.success || !rows.success) return true;
  return rows.data.every(({ cells: own }) => own.length === columns.data.length);
}
