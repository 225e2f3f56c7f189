import { getCollection } from 'astro:content';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '../../contract/language.ts';
import { type FileList, filePath, type PostText } from '../../search/index-files.ts';
import { plainText } from './plain-text.ts';
import { isoDay, type Post } from './post.ts';
import { publishedPosts } from './posts.ts';
import { type SearchIndex, searchIndex } from './search-index.ts';

const laid = new Map<Language, Promise<FileList>>();

/** The search index of a language, made of the posts that readers see there. */
export async function searchFiles(language: Language): Promise<SearchIndex> {
  const [catalogue, entries] = await Promise.all([publishedPosts(), getCollection('blog')]);
  const htmlOf = new Map(entries.map(({ id, rendered }) => [id, rendered?.html]));
  return searchIndex(
    catalogue[language].posts.map((post) => {
      const html = htmlOf.get(`${language}/${post.slug}`);
      if (html === undefined)
        throw new Error(`${language}/${post.slug}: its text is not rendered.`);
      return postText(post, html);
    }),
  );
}

/**
 * Writes the files of a language's index into the built site, once a build: as pages of Astro, the
 * thousands of files of a large blog would be kept in memory to its end, and take longer.
 *
 * @param outDir the folder of the built site
 * @returns the list of the files, which is all that is kept of the index
 */
export function laySearchFiles(language: Language, outDir: string): Promise<FileList> {
  const known = laid.get(language) ?? layFiles(language, outDir);
  laid.set(language, known);
  return known;
}

async function layFiles(language: Language, outDir: string): Promise<FileList> {
  const { list, files } = await searchFiles(language);
  for (const kind of ['terms', 'texts'] as const) {
    for (const [number, json] of files[kind].entries()) {
      const path = join(outDir, filePath(language, list.version, kind, number));
      if (number === 0) await mkdir(dirname(path), { recursive: true });
      await writeFile(path, json);
    }
  }
  return list;
}

function postText({ slug, title, description, publishDate }: Post, html: string): PostText {
  return { slug, title, description, day: isoDay(publishDate), text: plainText(html) };
}
