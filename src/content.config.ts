import { defineCollection, reference } from 'astro:content';
import { glob } from 'astro/loaders';
import {
  authorSchema,
  flowTextSchema,
  pageSchema,
  postAuthor,
  postSchemaWith,
  tagSchema,
} from './content/schema.ts';
import { languages } from './contract/language.ts';

/** The file's name is the slug. Astro would take it from a field, and change capitals. */
const idOfFile = ({ entry }: { readonly entry: string }) => entry.replace(/\.\w+$/, '');

/** A folder for each language. */
const textFiles = languages.map((language) => `${language}/*.md`);

/** Made once: Astro asks for a schema with each post, and making one takes half a millisecond. */
const post = postSchemaWith(postAuthor.pipe(reference('authors')));

/** Marketers' content. A post's id is `<language>/<slug>`; the same slug is the same post. */
export const collections = {
  blog: defineCollection({
    loader: glob({
      base: './src/content/blog',
      pattern: textFiles,
      generateId: idOfFile,
      // Astro writes and reads the whole store after each edit, so it has no text twice, and in
      // development none.
      ...{ deferRender: import.meta.env.DEV, retainBody: false },
    }),
    schema: ({ image }) =>
      // Astro's type of an image describes the built image, not the path in the source.
      post.transform(({ cover, ...fields }) => ({
        ...fields,
        cover: cover === undefined ? undefined : image().parse(cover),
      })),
  }),
  pages: defineCollection({
    loader: glob({ base: './src/content/pages', pattern: textFiles, generateId: idOfFile }),
    schema: ({ image }) =>
      pageSchema.transform(({ sections, ...fields }) => ({
        ...fields,
        sections: sections?.map((section) =>
          'picture' in section && section.picture !== undefined
            ? { ...section, picture: image().parse(section.picture) }
            : { ...section, picture: undefined },
        ),
      })),
  }),
  /** A flow's id is the slug; a flow without a file has the catalogue's words. */
  flows: defineCollection({
    loader: glob({ base: './src/content/flows', pattern: textFiles, generateId: idOfFile }),
    schema: flowTextSchema,
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
