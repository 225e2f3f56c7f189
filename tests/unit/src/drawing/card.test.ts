import { expect, test } from 'vitest';
import { type CardSvg, cardSvg } from '../../../../src/drawing/card.ts';
import { cardLayouts, cardSizes, cardThemes } from '../../../../src/drawing/card-options.ts';
import { browserType } from '../../../../src/drawing/card-type.ts';
import { contrast } from '../../../../src/drawing/colors.ts';
import { layOutTexts } from '../../../../src/drawing/text-block.ts';
import { loadFonts } from '../../../../src/prerender/social-cards/fonts.ts';
import { outlineType } from '../../../../src/prerender/social-cards/shape-line.ts';
import { site } from '../../../../src/site.config.ts';

const plain = {
  title: 'How credits work',
  accent: '#1f6feb',
  layout: 'left',
  theme: 'light',
  size: 'open-graph',
} as const;

function svgOf(drawn: CardSvg): string {
  if (!drawn.ok) throw new Error(drawn.code);
  return drawn.svg;
}

test('nothing of ours stands on the card', () => {
  for (const layout of cardLayouts) {
    const svg = svgOf(cardSvg({ ...plain, layout, name: 'Acme & Söhne' }));
    expect(svg).not.toContain(site.name);
    expect(svg).not.toMatch(/circle|currentColor/);
    expect(svg).toContain('Acme &amp; Söhne');
  }
});

test('each size has its pixels, and the same drawing', () => {
  for (const [size, { widthPx, heightPx }] of Object.entries(cardSizes)) {
    const svg = svgOf(cardSvg({ ...plain, size: size as keyof typeof cardSizes }));
    expect(svg).toContain(`width="${widthPx}" height="${heightPx}" viewBox="0 0 `);
  }
});

test.each([
  ['light', '#ffee00'],
  ['light', '#ffffff'],
  ['dark', '#000040'],
  ['dark', '#14171d'],
] as const)('on %s, %s is refused, and the proposed accent is drawn', (theme, accent) => {
  const drawn = cardSvg({ ...plain, theme, accent });
  expect(drawn).toMatchObject({ ok: false, code: 'accent_weak' });
  const better = drawn.ok ? '' : (drawn.better ?? '');
  expect(cardSvg({ ...plain, theme, accent: better }).ok).toBe(true);
});

test('what stands on the accent has the contrast of text, whatever the accent is', () => {
  for (let step = 0; step < 216; step += 1) {
    const parts = [step % 6, Math.floor(step / 6) % 6, Math.floor(step / 36)].map(
      (one) => one * 51,
    );
    const accent = `#${parts.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
    for (const theme of cardThemes) {
      const drawn = cardSvg({ ...plain, accent, theme, layout: 'panel', name: 'Acme' });
      if (!drawn.ok) continue;
      const name = /<g fill="(#\w+)"><text[^>]*>Acme/.exec(drawn.svg)?.[1] ?? '';
      expect(contrast(name, accent)).toBeGreaterThan(4.3);
    }
  }
});

test('what looks like SVG is text', () => {
  expect(svgOf(cardSvg({ ...plain, title: '</g><script>&' }))).not.toContain('<script');
});

const titles = [
  'How credits work, from the first grant to the last',
  'What an image weighs: PNG, JPEG, WebP and AVIF at the same quality',
  'A page without React in 16.9 kB',
  'Your data, your file',
  '积分是怎么算的：发放、冻结、结算',
  '把图片压到原来的十分之一，眼睛看不出来',
  '为什么“免费”（其实不免费），用 AVIF 也一样',
  'Überraschung für Größe und Maß',
];

test.each(titles)('lines break in a browser where they break on the picture: %s', async (text) => {
  const outlines = outlineType({
    title: await loadFonts([text, '-…'], 'title'),
    text: await loadFonts([text, '-…'], 'text'),
  });
  const language = /\p{sc=Han}/u.test(text) ? 'zh' : 'en';
  const texts = { title: { text, language }, subtitle: { text, language } } as const;
  for (const widthPx of [664, 840, 1056]) {
    const area = { xPx: 0, topPx: 0, widthPx, bottomPx: 400 };
    const [ours, browser] = [outlines, browserType].map((type) => {
      const { title, subtitle } = layOutTexts(texts, area, type);
      return [...title, ...subtitle].map((line) => line.text);
    });
    expect(browser).toEqual(ours);
  }
});
