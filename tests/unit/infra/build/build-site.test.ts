import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildVariables, isBuilt } from '../../../../infra/build/build-inputs.ts';
import { buildSite } from '../../../../infra/build/build-site.ts';
import { StartError } from '../../../../infra/local/errors.ts';

let root: string;
let elsewhere: string;
/** On Linux `/dev/shm` is in memory, so nothing can be renamed from here to there. */
const otherDisk = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const stop = () => new AbortController();

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'millrace-build-'));
  elsewhere = mkdtempSync(join(otherDisk, 'millrace-built-'));
});

afterEach(() => {
  for (const folder of [root, elsewhere]) rmSync(folder, { recursive: true, force: true });
});

const inputs = () => ({ root, variables: { A: 'a' }, now: new Date('2026-11-22T09:00:00Z') });

/** Builds with a program in place of Astro's. */
function build(program: string, { signal }: AbortController): Promise<void> {
  const bin = join(root, 'node_modules/astro/bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'astro.mjs'), program);
  const outDir = join(elsewhere, 'site');
  return buildSite({ ...inputs(), outDir, cacheDir: 'cache', signal });
}

/** Renames a page from the project to its output folder, as Astro does. */
const pages = `
  import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
  const { A, BUILD_OUT_DIR, BUILD_CACHE_DIR } = process.env;
  mkdirSync(BUILD_OUT_DIR, { recursive: true });
  writeFileSync('page', A + ' ' + BUILD_CACHE_DIR);
  renameSync('page', BUILD_OUT_DIR + '/page');`;

it('a build gets its variables and its cache, and its pages go to any disk', async () => {
  await expect(build(pages, stop())).resolves.toBeUndefined();
  expect(readFileSync(join(elsewhere, 'site/page'), 'utf8')).toBe('a cache');
  expect(readdirSync(join(root, '.astro'))).toEqual([]);
});

it('a build that succeeds replaces the former site, and one that fails does not', async () => {
  mkdirSync(join(elsewhere, 'site'));
  writeFileSync(join(elsewhere, 'site/former'), '');
  await expect(build(`${pages} process.exit(1);`, stop())).rejects.toThrow(StartError);
  expect(readdirSync(join(elsewhere, 'site'))).toEqual(['former']);
  expect(await isBuilt(join(elsewhere, 'site'), inputs())).toBe(false);
  await build(pages, stop());
  expect(readdirSync(join(elsewhere, 'site'))).toEqual(['page']);
});

it('a failed build throws its output and a sentence', async () => {
  const failing = build("console.log('a broken page'); process.exit(1)", stop());
  await expect(failing).rejects.toThrow(StartError);
  await expect(failing).rejects.toThrow(/^a broken page\nThe site could not be built: /);
});

it('a killed build names the signal', async () => {
  const killed = build("process.kill(process.pid, 'SIGKILL')", stop());
  await expect(killed).rejects.toThrow(/^The site could not be built, .* ended by SIGKILL: /);
});

it('a stop ends the build with the reason of the stop', async () => {
  const stopping = stop();
  const running = build('setInterval(() => {}, 1_000)', stopping);
  stopping.abort(new Error('enough'));
  await expect(running).rejects.toThrow('enough');
});

it('a build that was stopped earlier does not begin', async () => {
  const stopping = stop();
  stopping.abort(new Error('enough'));
  await expect(build('process.exit(1)', stopping)).rejects.toThrow('enough');
});

it('a site counts as built until one of its inputs changes', async () => {
  const site = join(elsewhere, 'site');
  const write = (path: string) => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), 'a');
  };
  write('src/content/blog/en/post.md');
  await build(pages, stop());
  expect(await isBuilt(site, inputs())).toBe(true);
  expect(await isBuilt(site, { ...inputs(), now: new Date('2026-11-22T23:59:59Z') })).toBe(true);
  expect(await isBuilt(site, { ...inputs(), now: new Date('2026-11-23T00:00:00Z') })).toBe(false);
  for (const name of buildVariables) {
    const variables = { ...inputs().variables, [name]: 'b' };
    expect(await isBuilt(site, { ...inputs(), variables })).toBe(false);
  }
  for (const path of [
    'src/content/blog/en/other.md',
    'public/a.txt',
    'package-lock.json',
    '.env',
  ]) {
    write(path);
    expect(await isBuilt(site, inputs())).toBe(false);
    rmSync(join(root, path));
    expect(await isBuilt(site, inputs())).toBe(true);
  }
  writeFileSync(join(root, 'src/content/blog/en/post.md'), 'b');
  expect(await isBuilt(site, inputs())).toBe(false);
});

it('a site whose folder was deleted is built again', async () => {
  await build(pages, stop());
  expect(await isBuilt(join(elsewhere, 'site'), inputs())).toBe(true);
  rmSync(join(elsewhere, 'site'), { recursive: true });
  expect(await isBuilt(join(elsewhere, 'site'), inputs())).toBe(false);
});
