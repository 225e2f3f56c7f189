import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { drawingFingerprint } from '../../../../../src/prerender/social-cards/fingerprint.ts';
import { type PageCard, pageCard } from '../../../../../src/prerender/social-cards/page-card.ts';

const page: PageCard = {
  title: '积分如何运作',
  subtitle: '只有一个价格。',
  language: 'zh',
  file: 'src/content/blog/zh/how-credits-work.md',
};

let cacheDir = '';

beforeAll(async () => {
  cacheDir = await mkdtemp(join(tmpdir(), 'millrace-cache-'));
});

afterAll(() => rm(cacheDir, { recursive: true, force: true }));

test('the card of a page is kept in a folder of the cache', async () => {
  const first = await pageCard(page, cacheDir);
  expect(await pageCard(page, cacheDir)).toEqual(first);
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
    await expect(pageCard({ ...page, ...change }, cacheDir)).rejects.toThrow(
      `src/content/blog/zh/how-credits-work.md: ${message}`,
    );
  },
);

test('the fingerprint of the drawing is a hash that stays the same', async () => {
  const fingerprint = await drawingFingerprint();
  expect(fingerprint).toMatch(/^[0-9a-f]{64}$/);
  expect(await drawingFingerprint()).toBe(fingerprint);
});
