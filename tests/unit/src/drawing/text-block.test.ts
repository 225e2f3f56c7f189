import { describe, expect, test } from 'vitest';
import type { Language } from '../../../../src/contract/language.ts';
import { layOutTexts, type TextBlock } from '../../../../src/drawing/text-block.ts';
import { loadFonts } from '../../../../src/prerender/social-cards/fonts.ts';
import { outlineType } from '../../../../src/prerender/social-cards/shape-line.ts';

/** The texts of a page's card: the wheel is right of them, and the water below. */
const area = { xPx: 72, topPx: 136, widthPx: 664, bottomPx: 478 } as const;

async function layoutOf(title: string, subtitle: string, language: Language): Promise<TextBlock> {
  const type = outlineType({
    title: await loadFonts([title, '-…'], 'title'),
    text: await loadFonts([subtitle, '-…'], 'text'),
  });
  const said = (text: string) => ({ text, language });
  return layOutTexts({ title: said(title), subtitle: said(subtitle) }, area, type);
}

const sentence =
  'Every run has one price in credits, which you know before it starts, and no other. ';
const chinese = '每次运行只有一个以积分计的价格，运行之前就能看到，此外别无费用。';

const texts: readonly (readonly [Language, string, string])[] = [
  ['en', 'Credits', ''],
  ['en', 'What a flow costs', 'One price a run.'],
  ['en', sentence.slice(0, 60), sentence.repeat(2).slice(0, 160)],
  ['en', sentence.repeat(3), sentence.repeat(5)],
  ['en', 'W'.repeat(300), 'm'.repeat(500)],
  ['zh', '积分', ''],
  ['zh', '积分如何运作', '只有一个价格。'],
  ['zh', chinese.repeat(2).slice(0, 60), chinese.repeat(5).slice(0, 160)],
  ['zh', chinese.repeat(9), chinese.repeat(15)],
];

describe.each(texts)('in %s, «%s»', (language, title, subtitle) => {
  test('stands in its area', async () => {
    const layout = await layoutOf(title, subtitle, language);
    for (const { xPx, widthEm, sizePx, baselinePx } of [...layout.title, ...layout.subtitle]) {
      expect(xPx + widthEm * sizePx).toBeLessThan(area.xPx + area.widthPx + 28);
      expect(baselinePx - 0.8 * sizePx).toBeGreaterThan(area.topPx - 24);
      expect(baselinePx + 0.15 * sizePx).toBeLessThan(area.bottomPx + 10);
    }
  });

  test('has one to three lines of each', async () => {
    const layout = await layoutOf(title, subtitle, language);
    expect([1, 2, 3]).toContain(layout.title.length);
    expect(subtitle === '' ? [0] : [1, 2, 3]).toContain(layout.subtitle.length);
  });
});

test('a longer title has smaller type', async () => {
  const sizes: number[] = [];
  for (const length of [8, 25, 60, 90]) {
    const { title } = await layoutOf(sentence.repeat(2).slice(0, length), '', 'en');
    sizes.push(title[0]?.sizePx ?? 0);
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(new Set(sizes).size).toBeGreaterThan(2);
});
