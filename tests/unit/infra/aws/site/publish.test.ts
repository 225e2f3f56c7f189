import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Online, publish } from '../../../../../infra/aws/site/publish.ts';
import {
  type Published,
  planPublication,
  type Upload,
} from '../../../../../infra/aws/site/publish-plan.ts';

const nothing: Published = { files: new Map(), addresses: new Map() };

const built = [
  { path: '/index.html', md5: 'a' },
  { path: '/zh/404.html', md5: 'b' },
  { path: '/_astro/start.B3k.js', md5: 'c' },
  { path: '/blog/old/index.html', md5: 'd' },
];

test('a first build is uploaded whole, what pages refer to first', () => {
  const { parts, pages, invalidations, deletions } = planPublication(built, {}, nothing);
  expect(parts.map(({ path }) => path)).toEqual(['/_astro/start.B3k.js']);
  expect(pages.map(({ path }) => path)).toEqual([
    '/index.html',
    '/zh/404.html',
    '/blog/old/index.html',
  ]);
  expect([invalidations, deletions]).toEqual([[], []]);
});

test('files are kept with their type, their life and their status', () => {
  const { parts, pages } = planPublication(built, {}, nothing);
  const of = (path: string) => [...parts, ...pages].find((upload) => upload.path === path);
  expect(of('/_astro/start.B3k.js')).toEqual({
    path: '/_astro/start.B3k.js',
    contentType: 'text/javascript; charset=utf-8',
    cacheControl: 'public, max-age=31536000, immutable',
  });
  expect(of('/zh/404.html')).toEqual({
    path: '/zh/404.html',
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'public, max-age=0, must-revalidate',
    status: '404',
  });
});

test('the edge knows every file that is asked for by its name, and former addresses', () => {
  const { addresses } = planPublication(built, { '/blog/old/': '/blog/new/' }, nothing);
  expect([...addresses]).toEqual([
    ['/index.html', '-'],
    ['/zh/404.html', '-'],
    ['/blog/old/index.html', '/blog/new/'],
  ]);
});

test('a build that is online already changes nothing', () => {
  const files = new Map(built.map(({ path, md5 }) => [path, md5]));
  const { addresses } = planPublication(built, {}, nothing);
  const plan = planPublication(built, {}, { files, addresses });
  expect([...plan.parts, ...plan.pages]).toEqual([]);
  expect([...plan.addresses]).toEqual([]);
  expect([plan.forgotten, plan.invalidations, plan.deletions]).toEqual([[], [], []]);
});

test('what has changed or is gone is asked for anew, and files with a hash stay', () => {
  const published = {
    files: new Map([
      ['/index.html', 'before'],
      ['/gone/水.html', 'x'],
      ['/_astro/old.js', 'x'],
    ]),
    addresses: new Map([['/gone/水.html', '-']]),
  };
  const plan = planPublication([{ path: '/index.html', md5: 'a' }], {}, published);
  expect(plan.invalidations).toEqual(['/index.html', '/gone/%E6%B0%B4.html']);
  expect([plan.deletions, plan.forgotten]).toEqual([['/gone/水.html'], ['/gone/水.html']]);
});

test('when much has changed, everything is asked for anew', () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ path: `/${index}.html`, md5: 'a' }));
  const files = new Map(many.map(({ path }) => [path, 'before']));
  expect(planPublication(many, {}, { ...nothing, files }).invalidations).toEqual(['/*']);
});

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-publish-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('nobody gets a page before its parts, or an address before its page', async () => {
  await build({ 'index.html': '<p>', '_astro/a.js': '1', 'redirects.json': '{}' });
  const { online, acts } = recorder(new Map([['/gone.html', 'x']]));
  expect(await publish(folder, online)).toEqual({ uploaded: 3, removed: 1, unchanged: 0 });
  expect(acts.slice(0, 2).toSorted()).toEqual(['put /_astro/a.js', 'put /redirects.json']);
  expect(acts.slice(2)).toEqual([
    'put /index.html',
    'know /index.html /redirects.json',
    'ask anew /gone.html',
    'remove /gone.html',
  ]);
});

async function build(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** A place with files that writes down what is done to it. */
function recorder(files: ReadonlyMap<string, string>): { online: Online; acts: string[] } {
  const acts: string[] = [];
  const online: Online = {
    list: async () => ({ files, addresses: new Map() }),
    put: async ({ path }: Upload) => void acts.push(`put ${path}`),
    remove: async (paths) => void acts.push(`remove ${paths.join(' ')}`),
    changeAddresses: async (puts) =>
      void acts.push(`know ${[...puts.keys()].toSorted().join(' ')}`),
    invalidate: async (paths) => void acts.push(`ask anew ${paths.join(' ')}`),
  };
  return { online, acts };
}
