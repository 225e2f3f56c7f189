import { defineCollection, reference } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import {
  authorSchema,
  pageSchema,
  postReferences,
  postSchemaWith,
  tagSchema,
} from './content/schema.ts';

/** The file's name is the slug. Astro's own way would take it from a field, and change capitals. */
const idOfFile = ({ entry }: { readonly entry: string }) => entry.replace(/\.\w+$/, '');

/** What marketers edit. A post's id is `<language>/<slug>`; the same slug is the same post. */
export const collections = {
  blog: defineCollection({
    loader: glob({ base: './src/content/blog', pattern: '{en,zh}/*.md', generateId: idOfFile }),
    schema: ({ image }) =>
      postSchemaWith({
        author: postReferences.author.pipe(reference('authors')),
        // Astro's type of an image says what it becomes, not that a path goes in.
        cover: z.preprocess((path, context) => {
          for (const { message } of postReferences.cover.safeParse(path).error?.issues ?? []) {
            context.addIssue({ code: 'custom', message });
          }
          return path;
        }, image()),
      }),
  }),
  pages: defineCollection({
    loader: glob({ base: './src/content/pages', pattern: '{en,zh}/*.md', generateId: idOfFile }),
    schema: pageSchema,
  }),
  authors: defineCollection({
    loader: glob({ base: './src/content/authors', pattern: '*.json', generateId: idOfFile }),
    schema: authorSchema,
  }),
  tags: defineCollection({
    loader: glob({ base: './src/content/tags', pattern: '*.json', generateId: idOfFile }),
    schema: tagSchema,
  }),
};
