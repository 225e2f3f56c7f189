import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawingFingerprint } from '../../../../../src/prerender/social-cards/card-cache.ts';
import {
  cardFile,
  type PageCard,
  writeOgImages,
} from '../../../../../src/prerender/social-cards/write-og-images.ts';

const card = (title: string): PageCard => ({
  title,
  subtitle: 'What it is about.',
  language: 'en',
  file: `src/content/blog/en/${title}.md`,
});

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-cards-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

test('every card is written to its own path in the site', async () => {
  const [cacheDir, outDir] = [join(folder, 'cache'), join(folder, 'out')];
  const titles = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  const cards = titles.map((title) => ({ path: `/og/en/${title}.png`, card: card(title) }));
  await writeOgImages(cards, { cacheDir, outDir });
  expect(await readdir(join(outDir, 'og/en'))).toHaveLength(titles.length);
  for (const title of titles) {
    const written = await readFile(join(outDir, 'og/en', `${title}.png`));
    expect(written).toEqual(await readFile(await cardFile(card(title), cacheDir)));
  }
});

test('a card that can’t be drawn stops the build and names its file', async () => {
  const cards = [{ path: '/og/en/empty.png', card: { ...card('empty'), title: ' ' } }];
  const folders = { cacheDir: join(folder, 'cache'), outDir: join(folder, 'out') };
  await expect(writeOgImages(cards, folders)).rejects.toThrow(
    'src/content/blog/en/empty.md: title: there is nothing to see in it. Write a few words.',
  );
});

const page: PageCard = {
  title: '积分如何运作',
  subtitle: '只有一个价格。',
  language: 'zh',
  file: 'src/content/blog/zh/how-credits-work.md',
};

test('a page’s card is written to a folder of the cache', async () => {
  const cacheDir = join(folder, 'card');
  const first = await cardFile(page, cacheDir);
  expect(await cardFile(page, cacheDir)).toEqual(first);
  expect(await readdir(join(cacheDir, 'social-cards'))).toHaveLength(1);
});

test.each([
  ['title', { title: ' ' }, 'title: there is nothing to see in it. Write a few words.'],
  [
    'title',
    { title: '🎉' },
    'title: the fonts of the social card have none of its characters. Use Latin or Chinese ones.',
  ],
  ['title', { title: 'a'.repeat(301) }, 'title: it takes more than 300 UTF-16 units. Shorten it.'],
  [
    'description',
    { subtitle: 'a'.repeat(501) },
    'description: it takes more than 500 UTF-16 units. Shorten it.',
  ],
])(
  'a %s that can’t be drawn is an error that names file, field and fix',
  async (_field, change, message) => {
    await expect(cardFile({ ...page, ...change }, join(folder, 'cache'))).rejects.toThrow(
      `src/content/blog/zh/how-credits-work.md: ${message}`,
    );
  },
);

test('the fingerprint of the drawing is a hash that stays the same', async () => {
  const fingerprint = await drawingFingerprint();
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(await drawingFingerprint()).toBe(fingerprint);
});
