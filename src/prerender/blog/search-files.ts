import { type CollectionEntry, getCollection } from 'astro:content';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Language } from '../../contract/language.ts';
import { type FileList, filePath } from '../../search/index-files.ts';
import { plainText } from './markup.ts';
import { isoDay } from './post.ts';
import { markdownOf, publishedPosts } from './posts.ts';
import { type SearchIndex, searchIndex } from './search-index.ts';

/** The lists of the indexes written so far. */
const written = new Map<Language, Promise<FileList>>();

/** The search index of a language, made from its published posts. */
export async function searchFiles(language: Language): Promise<SearchIndex> {
  const [catalogue, entries] = await Promise.all([publishedPosts(), getCollection('blog')]);
  const renderedHtml = new Map(entries.map(({ id, rendered }) => [id, rendered?.html]));
  const htmlOf = import.meta.env.DEV
    ? await rendererOf(entries)
    : (id: string) => renderedHtml.get(id);
  return searchIndex(
    catalogue[language].posts.map(({ slug, title, description, publishDate }) => {
      const html = htmlOf(`${language}/${slug}`);
      if (html === undefined)
        throw new Error(`${language}/${slug}: Astro has not rendered its text.`);
      return { slug, title, description, day: isoDay(publishDate), text: plainText(html) };
    }),
  );
}

/** Renders posts by their ids, for development: Astro renders there only the post of a page. */
async function rendererOf(entries: readonly CollectionEntry<'blog'>[]) {
  const { markdownToHtml } = await import('satteri');
  const { astroFeatures, textPlugins } = await import('../../content/markdown-plugins.ts');
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  return (id: string) => {
    const entry = byId.get(id);
    const options = { features: astroFeatures, mdastPlugins: textPlugins };
    return entry && markdownToHtml(markdownOf(entry), options).html;
  };
}

/**
 * Writes the files of a language's index into the built site, once a build. As pages of Astro, the
 * thousands of files of a large blog would stay in memory until the build ends, and take longer.
 * @param outDir the folder of the built site
 * @returns the list of the files
 */
export function writeSearchFiles(language: Language, outDir: string): Promise<FileList> {
  const list = written.get(language) ?? writeFiles(language, outDir);
  written.set(language, list);
  return list;
}

async function writeFiles(language: Language, outDir: string): Promise<FileList> {
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
