import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  keptPicture,
  openCardCache,
} from '../../../../../src/prerender/social-cards/card-cache.ts';
import type {
  DrawnCard,
  SocialCard,
} from '../../../../../src/prerender/social-cards/social-card.ts';

const card: SocialCard = { title: 'Credits', language: 'en', theme: 'dark' };
const draw = vi.fn(async ({ title }: SocialCard): Promise<DrawnCard> => {
  return title === ''
    ? { ok: false, code: 'title_empty' }
    : { ok: true, png: Buffer.from(`png of ${title}`) };
});

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'millrace-cards-'));
  draw.mockClear();
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function open(options: Partial<Parameters<typeof openCardCache>[0]> = {}) {
  return openCardCache({ folder, fingerprint: 'one', draw, ...options });
}

test('a card is drawn once, for this build and the next', async () => {
  const first = await (await open())(card);
  const second = await (await open())(card);
  expect(draw).toHaveBeenCalledTimes(1);
  expect(second).toEqual(first);
});

test.each([
  ['title', { title: 'Other' }],
  ['subtitle', { subtitle: 'Other' }],
  ['language', { language: 'zh' }],
  ['theme', { theme: 'light' }],
  ['rule on texts that don’t fit', { whole: true }],
] as const)('a card with another %s is drawn anew', async (_part, change) => {
  const drawCached = await open();
  await drawCached(card);
  await drawCached({ ...card, ...change });
  expect(draw).toHaveBeenCalledTimes(2);
});

test('a card is drawn anew when the drawing has changed', async () => {
  await (await open())(card);
  await (await open({ fingerprint: 'two' }))(card);
  expect(draw).toHaveBeenCalledTimes(2);
});

test('no subtitle and an empty one are the same card', async () => {
  const drawCached = await open();
  await drawCached(card);
  await drawCached({ ...card, subtitle: '' });
  expect(draw).toHaveBeenCalledTimes(1);
});

test('a refusal is returned and not cached', async () => {
  const drawCached = await open();
  expect(await drawCached({ ...card, title: '' })).toEqual({ ok: false, code: 'title_empty' });
  expect(await readdir(folder)).toEqual([]);
});

test('a missing folder is created', async () => {
  const drawCached = await open({ folder: join(folder, 'deep', 'down') });
  expect(await drawCached(card)).toMatchObject({ ok: true });
});

test('the oldest cards past the limit are removed', async () => {
  for (const [age, name] of ['c.png', 'a.png', 'b.png'].entries()) {
    await writeFile(join(folder, name), name);
    await utimes(join(folder, name), 1_000 + age, 1_000 + age);
  }
  await open({ maxCards: 2 });
  expect((await readdir(folder)).sort()).toEqual(['a.png', 'b.png']);
});

test('the folder has only complete cards', async () => {
  await (await open())(card);
  const [name = ''] = await readdir(folder);
  expect(name).toMatch(/^[0-9a-f]{64}\.png$/);
  expect(await readFile(join(folder, name), 'utf8')).toBe('png of Credits');
});

test('a file in place of the folder is an error', async () => {
  folder = join(folder, 'file');
  await writeFile(folder, '');
  await expect(open()).rejects.toThrow(/EEXIST/);
});

test('a picture of the site is drawn once, and again when it shows something else', async () => {
  const picture = vi.fn(async () => Buffer.from('png'));
  const cacheDir = pathToFileURL(join(folder, 'cache/'));
  for (const what of ['<svg/>', '<svg/>', '<svg width="1"/>']) {
    expect(Buffer.from(await keptPicture(cacheDir, what, picture)).toString()).toBe('png');
  }
  expect(picture).toHaveBeenCalledTimes(2);
  await expect(keptPicture(cacheDir, 'no', () => Promise.reject(new Error('no')))).rejects.toThrow(
    'no',
  );
  expect(await readdir(join(folder, 'cache/social-cards'))).toHaveLength(2);
});
