import type { z } from 'astro/zod';
import type { authorSchema, pageSchema, postSchema, tagSchema } from '../schema.ts';
import { slugRuleText } from '../schema-fields.ts';

/** The editor's texts for a field. */
export interface FieldTexts {
  readonly label: string;
  readonly hint: string;
  /** The name of one entry, where the field is a list. */
  readonly singular?: string;
  /** The meaning of yes and of no, where the editor must choose one. */
  readonly choices?: { readonly yes: string; readonly no: string };
}

type TextsOf<Schema extends z.ZodType> = Readonly<
  Record<keyof z.input<Schema> & string, FieldTexts>
>;

const title: FieldTexts = {
  label: 'Title',
  hint: 'What readers see first, here and in search results.',
};

const description: FieldTexts = {
  label: 'Description',
  hint: 'One sentence that says what the reader will know afterwards. Lists and search engines show it.',
};

/** The texts for the fields of a post. A schema field without texts is a type error. */
export const postTexts: TextsOf<typeof postSchema> = {
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

export const pageTexts: TextsOf<typeof pageSchema> = { title, description };

export const authorTexts: TextsOf<typeof authorSchema> = {
  name: { label: 'Name', hint: 'As it stands under the posts.' },
  bio: { label: 'About the author', hint: 'One line in each language.' },
};

export const tagTexts: TextsOf<typeof tagSchema> = {
  name: { label: 'Name', hint: 'As readers see it, in each language.' },
};

/** The body of a post or page. */
export const bodyTexts: FieldTexts = {
  label: 'Text',
  hint: 'Markdown. Headings begin with the second level, because the title is the first. HTML is not allowed.',
};

/** Why the editor refuses an input. */
export const refusals = {
  blank: 'Write at least one word.',
  slug: `Use ${slugRuleText}, such as how-credits-work.`,
} as const;
