import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { authorSchema, pageSchema, postSchema } from './content/schema.ts';

/** What marketers edit. A post's id is `<language>/<slug>`; the same slug is the same post. */
export const collections = {
  blog: defineCollection({
    loader: glob({ base: './src/content/blog', pattern: '{en,zh}/*.md' }),
    schema: postSchema,
  }),
  pages: defineCollection({
    loader: glob({ base: './src/content/pages', pattern: '{en,zh}/*.md' }),
    schema: pageSchema,
  }),
  authors: defineCollection({
    loader: glob({ base: './src/content/authors', pattern: '*.json' }),
    schema: authorSchema,
  }),
};
