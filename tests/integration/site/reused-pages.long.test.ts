import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { site } from '../../../src/site.config.ts';
import { memoryFolder } from '../../support/memory-folder.ts';
import {
  type BuiltSite,
  copySources,
  readFiles,
  sharedCompileCache,
  siteVariables,
  takeDrawn,
} from '../../support/site-copy.ts';

const BUILDS_TIMEOUT_MS = 360_000;
/** More than the list of all pages that a build prints. */
const MAX_OUTPUT_BYTES = 10_000_000;

const buildTime = new Date().toISOString();

let folder: string;

/** Builds the copy as `npm run build` does, with what earlier builds left in a cache and a site. */
async function build(cacheDir: string, outDir: string): Promise<BuiltSite> {
  await promisify(execFile)(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], {
    cwd: join(folder, 'site'),
    env: {
      ...siteVariables(buildTime),
      ...sharedCompileCache(),
      ASTRO_TELEMETRY_DISABLED: '1',
      BUILD_CACHE_DIR: cacheDir,
      BUILD_OUT_DIR: outDir,
    },
    maxBuffer: MAX_OUTPUT_BYTES,
  });
  return readFiles(outDir);
}

/** Builds with all that the build before left. */
const buildAgain = () => build(cached(), join(folder, 'out'));

const cached = () => join(folder, 'cache');

/** Builds with nothing of an earlier build but its pictures, which take most of the time. */
async function buildAnew(): Promise<BuiltSite> {
  const cacheDir = join(folder, 'fresh');
  await cp(cached(), cacheDir, { recursive: true });
  for (const left of ['data-store.json', 'incremental-build.json', 'dist']) {
    await rm(join(cacheDir, left), { recursive: true, force: true });
  }
  return build(cacheDir, join(folder, 'out-anew'));
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

/** Writes a post like another one, with a title of its own. */
async function copyPost(slug: string): Promise<void> {
  const text = await readFile(join(folder, 'site/src', posts, 'how-credits-work.md'), 'utf8');
  const path = join(folder, 'site/src', posts, `${slug}.md`);
  await writeFile(path, text.replace('title: ', `title: ${slug}, `));
}

beforeAll(async () => {
  folder = memoryFolder('millrace-reuse-');
  await copySources(join(folder, 'site'));
  await takeDrawn(cached());
  await buildAgain();
}, BUILDS_TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

const posts = 'content/blog/en';
const edited = 'blog/what-an-image-weighs/index.html';
const unrelated = ['zh/blog/how-credits-work/index.html', 'account/index.html'];

/** The kinds of edits, each on top of those before it. */
const edits: readonly (readonly [string, () => Promise<void>])[] = [
  [
    'a title, a date, a new post, and one removed',
    async () => {
      await rm(join(folder, 'site/src', posts, 'passing.md'));
      await change(`${posts}/what-an-image-weighs.md`, 'title: ', 'title: Once more, ');
      await change(`${posts}/how-credits-work.md`, 'publishDate: 2026', 'publishDate: 2025');
      await copyPost('new-here');
    },
  ],
  [
    'a setting',
    () => {
      const days = site.trial.expiresAfterDays;
      return change('site.config.ts', `Days: ${days}`, `Days: ${days + 1}`);
    },
  ],
  [
    'the middleware',
    () => change('prerender/pages/policy.ts', "trusted-types 'none'", 'trusted-types one'),
  ],
  ['a post removed', () => rm(join(folder, 'site/src', posts, 'new-here.md'))],
  ['a layout', () => change('layouts/PostListPage.astro', 'mt-6', 'mt-7')],
  ['a style', () => change('styles/prose.css', '.prose {', '.prose { outline-offset: 3px;')],
  ['a word', () => change('i18n/en/site.json', '"Skip', '"Now skip')],
];

it(
  'an edit of the text of a post renders its page, and takes over pages that do not show it',
  async () => {
    const startMs = Date.now();
    await copyPost('passing');
    await change(
      `${posts}/what-an-image-weighs.md`,
      'Images are the heaviest',
      'Images are really the heaviest',
    );
    const site = await buildAgain();
    const rendered = await renderedSince(startMs);
    expect(rendered).toContain(edited);
    for (const path of unrelated) expect(rendered).not.toContain(path);
    expect(site.get(`/${edited}`)?.toString()).toContain('Images are really the heaviest');
  },
  BUILDS_TIMEOUT_MS,
);

it('a build bundles no packages for the development server that reads the content', () => {
  expect(existsSync(join(folder, 'site/.astro/content.d.ts'))).toBe(true);
  expect(existsSync(join(folder, 'site/.astro/vite/deps'))).toBe(false);
});

it.each(edits)(
  'a build after an edit (%s) is the build that starts with nothing, byte for byte',
  async (_what, edit) => {
    await edit();
    const again = await buildAgain();
    const anew = await buildAnew();
    expect(paths(again)).toEqual(paths(anew));
    const different = paths(anew).filter(
      (path) => anew.get(path)?.compare(again.get(path) ?? Buffer.alloc(0)) !== 0,
    );
    expect(different).toEqual([]);
  },
  BUILDS_TIMEOUT_MS,
);
