import { reference } from 'astro:content';
import { z } from 'astro/zod';

const title = z
  .string({ error: 'title: write one line of text, for example: title: How credits work' })
  .min(1, 'title: it is empty')
  .max(60, 'title: at most 60 characters, or search engines cut it off');

const description = z
  .string({ error: 'description: write one sentence that says what the reader learns' })
  .min(1, 'description: it is empty')
  .max(160, 'description: at most 160 characters, or search engines cut it off');

const day = (field: string) =>
  z.coerce.date({ error: `${field}: write a day, for example: ${field}: 2026-11-20` });

/** The front matter of a page such as «About». */
export const pageSchema = z.object({ title, description });

/** The front matter of a post. */
export const postSchema = z.object({
  title,
  description,
  publishDate: day('publishDate'),
  updatedDate: day('updatedDate').optional(),
  author: reference('authors'),
  tags: z
    .array(z.string().regex(/^[a-z0-9-]+$/, 'tags: small letters, digits and hyphens only'))
    .default([]),
});

/** An author: the name, and a line about them in each language. */
export const authorSchema = z.object({
  name: z.string().min(1),
  bio: z.object({ en: z.string().min(1), zh: z.string().min(1) }),
});
