import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeOgImages } from '../../../../../src/prerender/blog/write-og-images.ts';
import { type PageCard, pageCard } from '../../../../../src/prerender/social-cards/page-card.ts';

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

test('every card lies at its own path in the site', async () => {
  const [cacheDir, outDir] = [join(folder, 'cache'), join(folder, 'out')];
  const titles = ['First', 'Second', 'Third', 'Fourth', 'Fifth'];
  const cards = titles.map((title) => ({ path: `/og/en/${title}.png`, card: card(title) }));
  await writeOgImages(cards, { cacheDir, outDir });
  expect(await readdir(join(outDir, 'og/en'))).toHaveLength(titles.length);
  for (const title of titles) {
    const laid = await readFile(join(outDir, 'og/en', `${title}.png`));
    expect(laid).toEqual(await pageCard(card(title), cacheDir));
  }
});

test('a card that can’t be drawn stops the build and names its file', async () => {
  const cards = [{ path: '/og/en/empty.png', card: { ...card('empty'), title: ' ' } }];
  const folders = { cacheDir: join(folder, 'cache'), outDir: join(folder, 'out') };
  await expect(writeOgImages(cards, folders)).rejects.toThrow(
    'src/content/blog/en/empty.md: title: there is nothing to see in it. Write a few words.',
  );
});
