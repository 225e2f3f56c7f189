import { root } from 'astro:config/server';
import { type CollectionEntry, getCollection } from 'astro:content';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { utcDay } from '../../contract/durations.ts';
import { type Language, languages } from '../../contract/language.ts';
import type { FileList } from '../../search/index-files.ts';
import { markdownOf, publishedPosts } from './posts.ts';
import { postText, type RenderedPost, type SearchIndex, searchIndex } from './search-index.ts';
import type { SearchJob } from './search-worker.ts';

/** The search index of a language, made from its published posts. */
export async function searchFiles(language: Language): Promise<SearchIndex> {
  return searchIndex((await renderedPosts(language)).map(postText));
}

async function renderedPosts(language: Language): Promise<readonly RenderedPost[]> {
  const [catalogue, entries] = await Promise.all([publishedPosts(), getCollection('blog')]);
  const renderedHtml = new Map(entries.map(({ id, rendered }) => [id, rendered?.html]));
  const htmlOf = import.meta.env.DEV
    ? await rendererOf(entries)
    : (id: string) => renderedHtml.get(id);
  return catalogue[language].posts.map(({ slug, title, description, publishDate }) => {
    const html = htmlOf(`${language}/${slug}`);
    if (html === undefined)
      throw new Error(`${language}/${slug}: Astro has not rendered its text.`);
    return { slug, title, description, day: utcDay(publishDate), html };
  });
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

let written: Promise<ReadonlyMap<Language, FileList>> | undefined;

/**
 * Writes the files of all indexes into the built site, once a build and in a thread beside the pages.
 * As pages of Astro, the thousands of files of a large blog would stay in memory until the build ends.
 * @param outDir the folder of the built site
 * @returns the lists of the files
 */
export function writeSearchFiles(outDir: string): Promise<ReadonlyMap<Language, FileList>> {
  written ??= writeFiles(outDir);
  return written;
}

async function writeFiles(outDir: string): Promise<ReadonlyMap<Language, FileList>> {
  const posts = languages.map(
    async (language) => [language, await renderedPosts(language)] as const,
  );
  const workerData: SearchJob = { outDir, posts: await Promise.all(posts) };
  const file = new URL('src/prerender/blog/search-worker.ts', root);
  const [lists] = await once(new Worker(file, { workerData }), 'message');
  return new Map(lists);
}
