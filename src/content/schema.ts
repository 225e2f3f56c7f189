import type { z } from 'astro/zod';
import { byLanguage } from '../contract/language.ts';
import { examplesWords } from '../i18n/words.ts';
import {
  day,
  hasFields,
  id,
  listOf,
  picturePath,
  severalOf,
  shortText,
  slug,
  strictObject,
  trueOrFalse,
} from './schema-fields.ts';
import { sectionSchema } from './section-schema.ts';

/** The limit of tags on a post. */
const MAX_TAGS = 6;
/** The limit of a post's old addresses. */
const MAX_OLD_SLUGS = 20;
/** The limits of title and description in graphemes: search engines cut off the rest. */
const MAX_TITLE_CHARACTERS = 60;
const MAX_DESCRIPTION_CHARACTERS = 160;
/** The limit of a picture's description: a screen reader reads it in one go. */
const MAX_ALT_CHARACTERS = 250;
/** The limit of sections: with so many, a page keeps to its budget of bytes. */
const MAX_SECTIONS = 14;
/** The limit of an author's or a tag's name. */
const MAX_NAME_CHARACTERS = 60;

const title = shortText('title', MAX_TITLE_CHARACTERS, 'How credits work');
const description = shortText(
  'description',
  MAX_DESCRIPTION_CHARACTERS,
  'Where credits come from, which are spent first, and when they expire.',
);

/** The front matter of a text about a flow. */
export const flowTextSchema = strictObject({ title, description });

/** The front matter of a page, which has sections, or a text such as «About». */
export const pageSchema = strictObject({
  title,
  description,
  draft: trueOrFalse('draft').default(false),
  sections: severalOf(
    sectionSchema,
    'sections',
    { min: 1, max: MAX_SECTIONS },
    '- kind: hero',
  ).optional(),
});

/** The author of a post, by id. */
export const postAuthor = id('author', 'src/content/authors', 'team');
const tag = id('tags', 'src/content/tags', '[credits]');
const exampleAlt = 'Three coins beside an open ledger';

/** The front matter of a post. Astro's own schema resolves the author; others use `postSchema`. */
export function postSchemaWith<Author extends z.ZodType>(author: Author) {
  return strictObject({
    title,
    description,
    publishDate: day('publishDate'),
    updatedDate: day('updatedDate').optional(),
    author,
    tags: listOf(tag, 'tags', MAX_TAGS, '[credits, images]'),
    cover: picturePath('cover', 'src/content/blog/covers', '../covers').optional(),
    coverAlt: shortText('coverAlt', MAX_ALT_CHARACTERS, exampleAlt).optional(),
    draft: trueOrFalse('draft').default(false),
    redirectFrom: listOf(slug, 'redirectFrom', MAX_OLD_SLUGS, '[credits-explained]'),
  })
    .refine(isUpdatedAfterwards, {
      path: ['updatedDate'],
      when: hasFields,
      error:
        'It lies before publishDate.\nWrite the day of the last change, or take updatedDate out.',
    })
    .refine(hasAltOfCover, {
      path: ['coverAlt'],
      when: hasFields,
      error: `It is missing, and the post has a cover.\nSay what is to be seen on it, for example: coverAlt: ${exampleAlt}`,
    });
}

/** The front matter of a post as its file has it. */
export const postSchema = postSchemaWith(postAuthor);

/** A text in each language, with an example of it by its name in the dictionaries. */
const translated = (field: string, maxCharacters: number, example: 'bio' | 'tagName') =>
  strictObject(
    byLanguage((language) =>
      shortText(`${field}.${language}`, maxCharacters, examplesWords[language][example]),
    ),
  );

/** An author: the name, and a line about them in each language. */
export const authorSchema = strictObject({
  name: shortText('name', MAX_NAME_CHARACTERS, 'Ada Lovelace'),
  bio: translated('bio', MAX_DESCRIPTION_CHARACTERS, 'bio'),
});

/** A tag: its name in each language. The file's name is its id, and part of its address. */
export const tagSchema = strictObject({
  name: translated('name', MAX_NAME_CHARACTERS, 'tagName'),
});

type Fields<Names extends string> = Readonly<Partial<Record<Names, unknown>>>;

function isUpdatedAfterwards({ publishDate, updatedDate }: Fields<'publishDate' | 'updatedDate'>) {
  if (!(publishDate instanceof Date && updatedDate instanceof Date)) return true;
  return updatedDate.getTime() >= publishDate.getTime();
}

function hasAltOfCover({ cover, coverAlt }: Fields<'cover' | 'coverAlt'>) {
  return (cover ?? undefined) === undefined || coverAlt !== undefined;
}
