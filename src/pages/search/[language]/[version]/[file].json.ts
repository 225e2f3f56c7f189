import type { APIRoute } from 'astro';
import { languages } from '../../../../contract/language.ts';
import { searchFiles } from '../../../../prerender/blog/search-files.ts';
import { fileName } from '../../../../search/index-files.ts';

/** Only in development: a build writes the files into the site together with their list. */
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
