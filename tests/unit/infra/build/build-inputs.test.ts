import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reusePages } from '../../../../infra/build/build-inputs.ts';

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
  const config = { root: urlOf(''), cacheDir: urlOf('cache/') };
  const given = { command: 'build', config, updateConfig };
  await hooks['astro:config:setup']?.(given as unknown as SetupOptions);
  await hooks['astro:build:start']?.({} as never);
  const finish = () => hooks['astro:build:done']?.({} as never);
  return { inputs: JSON.stringify(updateConfig.mock.lastCall), finish };
}

const urlOf = (path: string) => new URL(path, pathToFileURL(`${root}/`));

type SetupOptions = Parameters<
  NonNullable<ReturnType<typeof reusePages>['hooks']['astro:config:setup']>
>[0];

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
