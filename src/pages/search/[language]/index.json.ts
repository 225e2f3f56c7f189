import { outDir } from 'astro:config/server';
import { fileURLToPath } from 'node:url';
import type { APIRoute } from 'astro';
import { type Language, languages } from '../../../contract/language.ts';
import { searchFiles, writeSearchFiles } from '../../../prerender/blog/search-files.ts';

const write = () => writeSearchFiles(fileURLToPath(outDir));

export function getStaticPaths() {
  // The thread works while Astro renders pages.
  if (!import.meta.env.DEV) void write();
  return languages.map((language) => ({ params: { language }, props: { language } }));
}

/** The list of a language's search files; a build also writes the files themselves. */
export const GET: APIRoute<{ language: Language }> = async ({ props: { language } }) => {
  if (import.meta.env.DEV) return Response.json((await searchFiles(language)).list);
  return Response.json((await write()).get(language));
};
