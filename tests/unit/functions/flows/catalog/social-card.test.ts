import { expect, test } from 'vitest';
import { socialCard } from '../../../../../functions/flows/catalog/social-card.ts';
import { drawSocialCard } from '../../../../../src/prerender/social-cards/social-card.ts';
import { fileOf, refusalOf, runFlow, wrongField } from '../../../../support/run-flow.ts';

test.each([
  ['en', 'How credits work', 'A grant, a hold, a capture'],
  ['zh', '积分是怎么算的', '发放、冻结、结算'],
  ['zh', '用 AVIF 压缩图片', ''],
] as const)(
  'a card in %s is the one that the blog draws: %s',
  async (language, title, subtitle) => {
    const parts = await runFlow(socialCard, { title, subtitle, theme: 'dark' });
    const drawn = await drawSocialCard({ title, subtitle, theme: 'dark', language });
    expect(parts).toHaveLength(1);
    expect(parts[0]).toMatchObject({ mediaType: 'image/png', width: 1200, height: 630 });
    expect(drawn).toEqual({ ok: true, png: fileOf(parts, 'card.png') });
  },
);

test('the reported size is that of the picture (PNG, section 11.2.1)', async () => {
  const png = Buffer.from(fileOf(await runFlow(socialCard, { title: 'Mill' }), 'card.png'));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});

test('the themes differ', async () => {
  const [light, dark] = await Promise.all(
    ['light', 'dark'].map((theme) => runFlow(socialCard, { title: 'Mill', theme })),
  );
  expect(light).not.toEqual(dark);
  expect(await runFlow(socialCard, { title: 'Mill' })).toEqual(light);
});

test.each([
  ['a title of 10,000 characters', { title: 'a'.repeat(10_000) }, 'title'],
  ['no title', {}, 'title'],
  ['an empty title', { title: '' }, 'title'],
  ['a title that is a number', { title: 5 }, 'title'],
  ['an endless subtitle', { title: 'Mill', subtitle: 'a'.repeat(10_000) }, 'subtitle'],
  ['a theme that does not exist', { title: 'Mill', theme: 'pink' }, 'theme'],
  ['something else than an object', 'Mill', ''],
])('%s is found wrong before anything runs', (_what, input, field) => {
  expect(wrongField(socialCard, input)).toBe(field);
});

test.each([
  ['marks of direction only', '\u200f\u202e\u2067'.repeat(10), 'nothing to see', '没有可见的文字'],
  ['white space only', ' \t\n\u3000', 'nothing to see', '没有可见的文字'],
  ['emoji only', '🚀🎉👩‍👩‍👧‍👦', 'fonts', '字体'],
  ['Arabic only', 'مرحبا', 'fonts', '字体'],
  ['more words than fit', 'flows and credits '.repeat(6), 'Shorten', '缩短'],
  ['more Chinese than fits', '积分是怎么算的呢'.repeat(10), 'Shorten', '缩短'],
])('a title of %s is refused in both languages', async (_what, title, en, zh) => {
  const refusal = await refusalOf(socialCard, { title });
  expect(refusal.en).toContain(en);
  expect(refusal.zh).toContain(zh);
});

test('a subtitle that does not fit is refused', async () => {
  const input = { title: 'Mill', subtitle: 'water over the wheel '.repeat(9) };
  expect((await refusalOf(socialCard, input)).en).toContain('The subtitle does not fit');
});
