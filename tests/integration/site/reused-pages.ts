import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildSite } from '../../../infra/local/build-site.ts';
import { site } from '../../../src/site.config.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import {
  type BuiltSite,
  copySources,
  keepDrawn,
  readFiles,
  siteVariables,
  takeDrawn,
} from '../../support/site-copy.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const BUILDS_TIMEOUT_MS = 360_000;

const buildTime = new Date().toISOString();

let folder: string;

/** Builds the copy with what the builds before left in a cache, and returns the site. */
async function build(cacheDir: string): Promise<BuiltSite> {
  const outDir = join(folder, 'out/site');
  await buildSite({
    ...{ root: join(folder, 'site'), outDir, cacheDir },
    variables: siteVariables(buildTime),
    now: new Date(),
    signal: new AbortController().signal,
  });
  return readFiles(outDir);
}

const cached = () => join(folder, 'cache');

/** Builds with nothing of an earlier build but its pictures, which take most of the time. */
async function buildAnew(): Promise<BuiltSite> {
  const cacheDir = join(folder, 'fresh');
  await cp(cached(), cacheDir, { recursive: true });
  for (const left of ['data-store.json', 'incremental-build.json', 'dist']) {
    await rm(join(cacheDir, left), { recursive: true, force: true });
  }
  return build(cacheDir);
}

/** The pages that a build since a time has rendered, and not taken over. */
async function renderedSince(timeMs: number): Promise<readonly string[]> {
  const pages = join(cached(), 'dist');
  const names = await readdir(pages, { recursive: true });
  const files = names.filter((name) => name.endsWith('.html'));
  const times = await Promise.all(files.map((name) => stat(join(pages, name))));
  return files.filter((_, index) => (times[index]?.mtimeMs ?? 0) >= timeMs);
}

function paths(site: BuiltSite): readonly string[] {
  return [...site.keys()].toSorted();
}

async function change(file: string, from: string, to: string): Promise<void> {
  const path = join(folder, 'site/src', file);
  const text = await readFile(path, 'utf8');
  expect(text).toContain(from);
  await writeFile(path, text.replace(from, to));
}

/** Makes the copy, builds it, and returns the site. */
export async function buildFirst(): Promise<BuiltSite> {
  folder = memoryFolder('millrace-reuse-');
  await copySources(join(folder, 'site'));
  await takeDrawn(cached());
  const site = await build(cached());
  await keepDrawn(cached());
  return site;
}

export async function removeCopy(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

const posts = 'content/blog/en';
const edited = 'blog/what-a-flow-costs/index.html';
const unrelated = ['zh/blog/how-credits-work/index.html', 'account/index.html'];

/** The kinds of edits, each on top of those before it; a long run tries all of them. */
const edits: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'a title, a date and a new post',
    async () => {
      await change(`${posts}/what-a-flow-costs.md`, 'title: ', 'title: Once more, ');
      await change(`${posts}/how-credits-work.md`, 'publishDate: 2026', 'publishDate: 2025');
      const text = await readFile(join(folder, 'site/src', posts, 'how-credits-work.md'), 'utf8');
      await writeFile(
        join(folder, 'site/src', posts, 'new-here.md'),
        text.replace('title: ', 'title: Anew, '),
      );
    },
  ],
  [
    'a setting',
    () => {
      const days = site.trial.expiresAfterDays;
      return change('site.config.ts', `Days: ${days}`, `Days: ${days + 1}`);
    },
  ],
  ['the middleware', () => change('middleware.ts', "trusted-types 'none'", 'trusted-types one')],
  ['a post removed', () => rm(join(folder, 'site/src', posts, 'new-here.md'))],
  ['a layout', () => change('layouts/PostListPage.astro', 'mt-6', 'mt-7')],
  ['a style', () => change('styles/prose.css', '.prose {', '.prose { outline-offset: 3px;')],
  ['a word', () => change('i18n/en/site.json', '"Skip', '"Now skip')],
];

/** What builds after the first one take over from those before. */
export function describeReusedPages(): void {
  it(
    'an edit of the text of a post renders its page, and takes over pages that do not show it',
    async () => {
      const startMs = Date.now();
      await change(`${posts}/what-a-flow-costs.md`, 'If all of them', 'If really all of them');
      const site = await build(cached());
      const rendered = await renderedSince(startMs);
      expect(rendered).toContain(edited);
      for (const path of unrelated) expect(rendered).not.toContain(path);
      expect(site.get(`/${edited}`)?.toString()).toContain('If really all of them');
    },
    BUILDS_TIMEOUT_MS,
  );

  it('a build bundles no packages for the development server that reads the content', () => {
    expect(existsSync(join(folder, 'site/.astro/content.d.ts'))).toBe(true);
    expect(existsSync(join(folder, 'site/.astro/vite/deps'))).toBe(false);
  });

  it.each(edits.slice(0, thoroughness.rebuiltEdits))(
    'a build after an edit (%s) is the build that starts with nothing, byte for byte',
    async (_what, edit) => {
      await edit();
      const again = await build(cached());
      const anew = await buildAnew();
      expect(paths(again)).toEqual(paths(anew));
      const different = paths(anew).filter(
        (path) => anew.get(path)?.compare(again.get(path) ?? Buffer.alloc(0)) !== 0,
      );
      expect(different).toEqual([]);
    },
    BUILDS_TIMEOUT_MS,
  );
}
