import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reusePages } from '../../../../infra/local/build-inputs.ts';

let root: string;
const post = 'src/content/blog/en/a-post.md';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-inputs-'));
  mkdirSync(join(root, 'src/content/blog/en'), { recursive: true });
  mkdirSync(join(root, 'src/content/blog/covers'));
  mkdirSync(join(root, 'cache'));
  writeFileSync(join(root, post), 'one');
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Starts a build: the hash that Astro's configuration gets, and how the build ends. */
async function start(variables: Readonly<Record<string, string>> = {}) {
  const { hooks } = reusePages(variables);
  const updateConfig = vi.fn();
  const config = { root: urlOf(''), cacheDir: urlOf('cache/'), outDir: urlOf('dist/') };
  const given = { command: 'build', config, updateConfig };
  await hooks['astro:config:setup']?.(given as unknown as SetupOptions);
  await hooks['astro:build:start']?.({} as never);
  return {
    inputs: JSON.stringify(updateConfig.mock.lastCall),
    /** Ends the build, which has written or taken over some files of the site. */
    finish: (written: readonly string[] = []) => {
      const assets = new Map([['/', written.map((path) => urlOf(`dist/${path}`))]]);
      return hooks['astro:build:done']?.({ assets } as never);
    },
  };
}

const urlOf = (path: string) => new URL(path, pathToFileURL(`${root}/`));

type SetupOptions = Parameters<
  NonNullable<ReturnType<typeof reusePages>['hooks']['astro:config:setup']>
>[0];

const pages = ['blog/one/index.html', 'blog/two/index.html'];
const others = ['index.html', '_astro/start.js', '.git/config'];

function write(folder: string, paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(root, folder, dirname(path)), { recursive: true });
    writeFileSync(join(root, folder, path), path);
  }
}

/** A build that writes pages with a key, and other files. */
async function buildSite(): Promise<void> {
  const { finish } = await start();
  write('dist', [...pages, ...others]);
  write('cache/dist', pages);
  await finish(pages);
}

/** The files and empty folders of the built site. */
function inSite(): readonly string[] {
  const entries = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true });
  return entries
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => statSync(path).isFile() || readdirSync(path).length === 0)
    .map((path) => relative(join(root, 'dist'), path))
    .sort();
}

it('an edit of a post leaves the hash of the other inputs, and any other edit changes it', async () => {
  const { inputs } = await start();
  writeFileSync(join(root, post), 'two');
  expect((await start()).inputs).toBe(inputs);
  const seen = new Set([inputs, (await start({ SITE_ORIGIN: 'https://two.example' })).inputs]);
  for (const path of ['src/content/blog/covers/a.png', 'src/styles.css', 'package-lock.json']) {
    writeFileSync(join(root, path), 'one');
    seen.add((await start()).inputs);
  }
  expect(seen.size).toBe(5);
});

it('the build after one that did not end finds no keys of pages', async () => {
  const keys = join(root, 'cache/incremental-build.json');
  const { finish } = await start();
  writeFileSync(keys, '{}');
  await finish();
  await start();
  expect(existsSync(keys)).toBe(true);
  await start();
  expect(existsSync(keys)).toBe(false);
});

it('a build begins with the pages of the one before that have a key, and removes all else', async () => {
  await buildSite();
  await start();
  expect(inSite()).toEqual(['.git/config', ...pages]);
});

it('a page that a build no longer writes goes with its folder', async () => {
  await buildSite();
  await (await start()).finish(pages.slice(1));
  expect(inSite()).toEqual(['.git/config', ...pages.slice(1)]);
});

it('a page that somebody has touched since its build does not stay', async () => {
  await buildSite();
  await pause(20);
  write('dist', pages.slice(0, 1));
  await start();
  expect(inSite()).toEqual(['.git/config', 'blog/one', ...pages.slice(1)]);
});

it('no page of another site in the same place stays', async () => {
  await buildSite();
  renameSync(join(root, 'dist'), join(root, 'older'));
  await buildSite();
  rmSync(join(root, 'dist'), { recursive: true });
  renameSync(join(root, 'older'), join(root, 'dist'));
  await start();
  expect(inSite()).toEqual(['.git/config']);
});

it('no page of a build that did not end stays', async () => {
  await buildSite();
  await start();
  await start();
  expect(inSite()).toEqual(['.git/config']);
});
