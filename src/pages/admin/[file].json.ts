import { root } from 'astro:config/server';
import { getCollection } from 'astro:content';
import { fileURLToPath } from 'node:url';
import type { APIRoute, InferGetStaticPropsType } from 'astro';
import { readSources } from '../../content/check/check-content.ts';
import { emptyOutline, folders } from '../../content/check/sources.ts';
import { editorConfig } from '../../content/editor/config.ts';
import type { EditorData } from '../../content/editor/start.ts';
import { readContentFiles } from '../../content/project.ts';
import { byLanguage } from '../../contract/language.ts';
import { statusAt } from '../../prerender/blog/post.ts';
import { buildTimeMs } from '../../prerender/blog/posts.ts';
import { site } from '../../site.config.ts';

/** The files that the editor fetches at its start: its configuration, and what it checks entries against. */
export const getStaticPaths = () => [
  { params: { file: 'config' }, props: { read: configJson } },
  { params: { file: 'content' }, props: { read: contentJson } },
];

export const GET: APIRoute<InferGetStaticPropsType<typeof getStaticPaths>> = (context) => {
  const pieces = context.props.read(new URL(context.site ?? site.url).origin);
  const utf8 = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    pull: async (to) => {
      const { done, value } = await pieces.next();
      if (done) to.close();
      else to.enqueue(utf8.encode(value));
    },
  });
  return new Response(body, { headers: { 'content-type': 'application/json' } });
};

async function* configJson(origin: string) {
  const { pages } = readSources(readContentFiles(fileURLToPath(root)), () => emptyOutline);
  const examples = byLanguage((language) =>
    pages
      .filter((page) => page.slug === 'section-examples' && page.language === language)
      .flatMap(({ sections }) => sections.map(({ section }) => section)),
  );
  yield JSON.stringify(editorConfig(origin, examples));
}

/** The style sheets of the site, for the preview; the first one is the base of the others. */
const sheets = import.meta.glob<string>('../../styles/*.css', {
  query: '?inline',
  import: 'default',
  eager: true,
});
const { '../../styles/global.css': base = '', ...others } = sheets;

const isText = (path: string) => Object.values(folders).some((one) => path.startsWith(`${one}/`));

/**
 * The texts that everybody may read, and of other files the names. Drafts, and posts whose day has
 * not come, are left out. Ten thousand posts have 50 MB of text, too much for a page. It comes in
 * pieces: as one text it would take a build three times as long.
 */
async function* contentJson() {
  const later = await getCollection(
    'blog',
    ({ data }) => statusAt(buildTimeMs, data) !== 'published',
  );
  const drafts = await getCollection('pages', ({ data }) => data.draft);
  const hidden = new Set([...later, ...drafts].map(({ filePath }) => filePath));
  const styles = [base, ...Object.values(others)].join('\n');
  const data = { styles, content: [] } satisfies EditorData;
  yield JSON.stringify(data).slice(0, -']}'.length);
  let separator = '';
  for (const file of readContentFiles(fileURLToPath(root))) {
    if (hidden.has(file.path)) continue;
    yield separator + JSON.stringify(isText(file.path) ? file : { path: file.path, sizeBytes: 0 });
    separator = ',';
  }
  yield ']}';
}
