import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { buildMarkdown } from '../../../../src/content/check/outline.ts';
import { readSources } from '../../../../src/content/check/read-sources.ts';
import { importedByNode, unpublishedPage } from '../../../../src/content/integration.ts';
import { checkedAtMs, contentWith, type Files, post } from '../../../support/content.ts';

const pageWith = (files: Files) =>
  unpublishedPage(readSources(contentWith(files), buildMarkdown).sources.posts, checkedAtMs);

it('development lists the posts of later days by day, then the drafts', () => {
  const page = pageWith({
    'src/content/blog/en/idea.md': post({ draft: 'true' }),
    'src/content/blog/zh/later.md': post({ publishDate: '2026-12-24' }),
    'src/content/blog/en/soon.md': post({ publishDate: '2026-11-22' }),
  });
  const links = [...page.matchAll(/<li>(.*?): <a href="(.*?)">/g)].map(([, day, path]) => [
    day,
    path,
  ]);
  expect(links).toEqual([
    ['2026-11-22', '/blog/soon/'],
    ['2026-12-24', '/zh/blog/later/'],
    ['Draft', '/blog/idea/'],
  ]);
});

it('development says so when everything is published', () => {
  expect(pageWith({})).toContain('Everything is published.');
});

it('the build takes the schema and Astro’s runtime from Node, each once', async () => {
  const { filter, handler } = importedByNode.load;
  for (const module of ['astro/runtime/server/index.js', 'astro/loaders']) {
    const id = fileURLToPath(import.meta.resolve(module));
    expect(id).toMatch(filter.id);
    const script: string = handler(id);
    const taken = await import(
      /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(script)}`
    );
    expect({ ...taken }).toEqual({ ...(await import(/* @vite-ignore */ module)) });
  }
});

it('the build transforms what names a virtual module of Astro', () => {
  const { id } = importedByNode.load.filter;
  for (const file of ['/astro/dist/content/runtime.js', '/astro/dist/assets/runtime.js']) {
    expect(file).not.toMatch(id);
  }
  expect('/site/src/content/schema.ts').toMatch(id);
});
