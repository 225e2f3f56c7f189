import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import {
  cardLimits,
  type DrawnCard,
  drawSocialCard,
  type SocialCard,
} from '../../../../../src/prerender/social-cards/social-card.ts';
import { site } from '../../../../../src/site.config.ts';

/** The limit of a card's size, in bytes. */
const MAX_PNG_BYTES = 60_000;

const plain: SocialCard = { title: 'How credits work', language: 'en', theme: 'dark' };

function draw(card: Partial<SocialCard>): Promise<DrawnCard> {
  return drawSocialCard({ ...plain, ...card });
}

async function pngOf(card: Partial<SocialCard>): Promise<Buffer> {
  const drawn = await draw(card);
  if (!drawn.ok) throw new Error(drawn.code);
  return Buffer.from(drawn.png);
}

async function codeOf(card: Partial<SocialCard>): Promise<string | undefined> {
  const drawn = await draw(card);
  return drawn.ok ? undefined : drawn.code;
}

describe.each(['light', 'dark'] as const)('a %s card', (theme) => {
  test.each([
    ['en', 'Credits', undefined],
    ['en', 'What a flow costs, and why you know it before it runs', 'One price a run.'],
    ['zh', '积分', undefined],
    ['zh', '一次运行要花多少积分：先报价，再运行', '每个流程只有一个价格。'],
  ] as const)(
    'in %s, «%s», has 1200 × 630 pixels and little weight',
    async (language, title, subtitle) => {
      const png = await pngOf({ theme, language, title, subtitle });
      expect(png.toString('latin1', 1, 4)).toBe('PNG');
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
      expect(png.length).toBeLessThan(MAX_PNG_BYTES);
    },
  );
});

test('the fullest card keeps to the weight', async () => {
  const title = '警籍疆嚼镶瓢霸罐魔譬囊'.repeat(20);
  const subtitle = '巍攀鳞鹰髓黯衅蠢龋蠕矗'.repeat(40);
  expect((await pngOf({ language: 'zh', title, subtitle })).length).toBeLessThan(MAX_PNG_BYTES);
});

test('the same card is the same picture, whatever was drawn in between', async () => {
  const first = await pngOf({ subtitle: '先报价 first' });
  await pngOf({ language: 'zh', title: '积分如何运作', theme: 'light' });
  expect(await pngOf({ subtitle: '先报价 first' })).toEqual(first);
});

test('each part of a card changes the picture', async () => {
  const pictures = await Promise.all(
    [{}, { title: 'How credits worked' }, { subtitle: 'Here' }, { theme: 'light' as const }].map(
      pngOf,
    ),
  );
  expect(new Set(pictures.map((png) => png.toString('base64'))).size).toBe(pictures.length);
});

test('the first pixel is of the brand', async () => {
  const data = await sharp(await pngOf({}))
    .raw()
    .toBuffer();
  expect(data.toString('hex', 0, 3)).toBe(site.colors.brand.slice(1).toLowerCase());
});

describe('a title that can’t be drawn is refused', () => {
  test.each([
    ['nothing', '', 'title_empty'],
    ['white space', ' \n\t\u3000', 'title_empty'],
    ['control characters', '\u0000\u0007\u001b', 'title_empty'],
    ['marks of direction', '\u200f\u202e\u2067\u061c', 'title_empty'],
    ['emoji', '🎉👩‍💻🇨🇳1️⃣', 'title_not_drawable'],
    ['Hebrew', 'שלום עולם', 'title_not_drawable'],
    ['Arabic', 'مرحبا', 'title_not_drawable'],
    ['an unassigned character and a lone surrogate', '\u0378\ud800', 'title_empty'],
    ['10,000 characters', 'a'.repeat(10_000), 'title_too_long'],
    ['one character too many', 'a'.repeat(cardLimits.titleLength + 1), 'title_too_long'],
  ])('%s', async (_what, title, code) => {
    expect(await codeOf({ title })).toBe(code);
  });

  test('as is a subtitle that is too long', async () => {
    expect(await codeOf({ subtitle: 'b'.repeat(cardLimits.subtitleLength + 1) })).toBe(
      'subtitle_too_long',
    );
  });
});

describe('a card that has to be whole', () => {
  const long = 'flows and credits '.repeat(12);

  test('is the same as another one that has room', async () => {
    expect(await pngOf({ whole: true })).toEqual(await pngOf({}));
  });

  test.each([
    ['title_without_room', { title: long }],
    ['subtitle_without_room', { subtitle: long }],
  ])('is refused with %s where another one ends in an ellipsis', async (code, text) => {
    expect(await codeOf({ ...text, whole: true })).toBe(code);
    expect(await codeOf(text)).toBeUndefined();
  });
});

describe('what the fonts lack leaves no trace', () => {
  test.each([
    ['emoji', 'How credits work 🎉'],
    ['Hebrew', 'How credits שלום work'],
    ['control characters', 'How\u0007 credits\u0000work'],
    ['marks of direction', '\u202eHow credits\u2069 work\u200f'],
    ['a pile of marks', `How credits work a${'\u0335'.repeat(60)}`],
  ])('%s', async (_what, title) => {
    expect(await pngOf({ title })).toEqual(await pngOf({}));
  });

  test('and a subtitle of nothing else is none', async () => {
    expect(await pngOf({ subtitle: '🎉\u200f' })).toEqual(await pngOf({}));
  });
});

test.each([
  ['one word', 'a'.repeat(cardLimits.titleLength)],
  ['many words', 'word '.repeat(60)],
  ['Chinese', '积分'.repeat(cardLimits.titleLength / 2)],
  ['marks of Chinese', '，。“”'.repeat(cardLimits.titleLength / 4)],
])('the longest title of %s is drawn', async (_what, title) => {
  expect((await pngOf({ title })).length).toBeLessThan(MAX_PNG_BYTES);
});

test('what looks like SVG is text', async () => {
  expect((await pngOf({ title: '</g></svg><script>&lt;' })).length).toBeGreaterThan(1_000);
});
