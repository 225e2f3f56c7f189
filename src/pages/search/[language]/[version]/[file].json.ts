import type { APIRoute } from 'astro';
import { languages } from '../../../../contract/language.ts';
import { searchFiles } from '../../../../prerender/blog/search-files.ts';
import { fileName } from '../../../../search/index-files.ts';

/** In development only: a build lays the files into the site when it makes their list. */
export async function getStaticPaths() {
  if (!import.meta.env.DEV) return [];
  const indexes = await Promise.all(
    languages.map(async (language) => ({ language, ...(await searchFiles(language)) })),
  );
  return indexes.flatMap(({ language, list: { version }, files }) =>
    (['terms', 'texts'] as const).flatMap((kind) =>
      files[kind].map((json, number) => ({
        params: { language, version, file: fileName(kind, number) },
        props: { json },
      })),
    ),
  );
}

/** One file of the search index. */
export const GET: APIRoute<{ json: string }> = ({ props: { json } }) =>
  new Response(json, { headers: { 'content-type': 'application/json' } });
