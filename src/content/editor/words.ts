import type { z } from 'astro/zod';
import type { authorSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { slugWords } from '../schema-fields.ts';

/** What the editor says about a field. */
export interface FieldWords {
  readonly label: string;
  readonly hint: string;
  /** What one of the entries is called, where the field is a list. */
  readonly singular?: string;
  /** What yes and no mean, where one of them has to be chosen. */
  readonly choices?: { readonly yes: string; readonly no: string };
}

type WordsOf<Schema extends z.ZodType> = Readonly<
  Record<keyof z.input<Schema> & string, FieldWords>
>;

const title: FieldWords = {
  label: 'Title',
  hint: 'What readers see first, here and in search results.',
};

const description: FieldWords = {
  label: 'Description',
  hint: 'One sentence that says what the reader will know afterwards. Lists and search engines show it.',
};

/** The words for the fields of a post; a field of the schema without words is an error of types. */
export const postWords: WordsOf<typeof postSchema> = {
  title,
  description,
  publishDate: {
    label: 'Publish date',
    hint: 'A day in the future schedules the post: it appears with the first build on or after that day.',
  },
  updatedDate: {
    label: 'Last change',
    hint: 'The day of the last change that readers should know of; never before the publish date.',
  },
  author: { label: 'Author', hint: 'One of the authors.' },
  tags: {
    label: 'Tags',
    hint: 'Posts with the same tags are shown as related.',
  },
  cover: {
    label: 'Cover',
    hint: 'A picture above the text, at least 1200 pixels wide. It needs the text below.',
  },
  coverAlt: {
    label: 'What the cover shows',
    hint: 'Required with a cover: screen readers say it instead of the picture.',
  },
  draft: {
    label: 'Draft',
    hint: 'Choose one: a post without a choice counts as finished.',
    choices: {
      yes: 'A draft, which nobody outside sees',
      no: 'Finished: it appears on its publish date',
    },
  },
  redirectFrom: {
    label: 'Old addresses',
    singular: 'Old address',
    hint: 'Where the post was before: only the last part of each address, such as credits-explained.',
  },
};

export const pageWords: WordsOf<typeof pageSchema> = { title, description };

export const authorWords: WordsOf<typeof authorSchema> = {
  name: { label: 'Name', hint: 'As it stands under the posts.' },
  bio: { label: 'About the author', hint: 'One line in each language.' },
};

export const tagWords: WordsOf<typeof tagSchema> = {
  name: { label: 'Name', hint: 'As readers see it, in each language.' },
};

/** The text under the fields of a post or page. */
export const bodyWords: FieldWords = {
  label: 'Text',
  hint: 'Markdown. Headings begin with the second level, because the title is the first. HTML is not allowed.',
};

/** Why the editor refuses what was typed. */
export const refusals = {
  blank: 'Write at least one word.',
  slug: `Use ${slugWords}, such as how-credits-work.`,
} as const;
