import { expect, test } from 'vitest';
import type { Language } from '../../../../../src/contract/language.ts';
import { loadFonts } from '../../../../../src/prerender/social-cards/fonts.ts';
import { shapeLine } from '../../../../../src/prerender/social-cards/shape-line.ts';

async function shaped(text: string, language: Language = 'zh') {
  return shapeLine(text, language, await loadFonts([text], 'title'));
}

async function widthOf(text: string, language: Language = 'zh'): Promise<number> {
  return (await shaped(text, language)).widthEm;
}

test('a Chinese character is one em wide', async () => {
  expect(await widthOf('积分如何运作')).toBeCloseTo(6);
});

test('pairs of letters are kerned', async () => {
  const apart = (await widthOf('T', 'en')) + (await widthOf('o', 'en'));
  expect(await widthOf('To', 'en')).toBeLessThan(apart);
});

test('letters that the font joins are one glyph', async () => {
  const joined = await shaped('fi', 'en');
  expect(joined.glyphs.length).toBeLessThan('fi'.length);
});

test('an eighth of an em stands between Chinese and Latin', async () => {
  const parts = (await widthOf('用')) + (await widthOf('AI', 'en')) + (await widthOf('写'));
  expect(await widthOf('用AI写')).toBeCloseTo(parts + 2 / 8);
});

test('a space between Chinese and Latin is left as it is', async () => {
  const parts = (await widthOf('用')) + (await widthOf(' AI', 'en'));
  expect(await widthOf('用 AI')).toBeCloseTo(parts);
});

test('an opening bracket at the start of a line keeps no empty half', async () => {
  expect(await widthOf('（积')).toBeCloseTo(1.5);
  expect(await widthOf('积（')).toBeCloseTo(2);
});

test.each([
  ['》，', 1.5],
  ['：《', 1.5],
  ['”。', 1.5],
  ['（《', 1.5],
  ['。。', 1.5],
])('the marks %s are set closely behind a character', async (marks, widthEm) => {
  expect(await widthOf(`积${marks}分`)).toBeCloseTo(2 + widthEm, 1);
});

test('quotes are a square wide in Chinese, and an apostrophe is not', async () => {
  expect(await widthOf('积“分')).toBeCloseTo(3);
  expect(await widthOf('Don’t')).toBeCloseTo(await widthOf('Don’t', 'en'));
});

test('what no font has is left out', async () => {
  const { glyphs, widthEm } = await shaped('积🎉分');
  expect(glyphs).toHaveLength(2);
  expect(widthEm).toBeCloseTo(2);
});

test('glyphs stand one behind the other', async () => {
  const { glyphs, widthEm } = await shaped('用 AI 写');
  const places = glyphs.map(({ xEm }) => xEm);
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places.at(-1)).toBeCloseTo(widthEm - 1);
});
