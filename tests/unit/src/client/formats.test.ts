import { expect, it } from 'vitest';
import { formatsOf } from '../../../../src/client/formats.ts';
import en from '../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../src/i18n/zh/account.json' with { type: 'json' };

const english = formatsOf('en', en.account);
const chinese = formatsOf('zh', zh.account);

it.each([
  [0, '0'],
  [1_500, '+1,500'],
  [-2, '−2'],
])('a change of %i reads %s', (count, text) => {
  expect(english.signed(count)).toBe(text);
});

it.each([
  [1, '1 credit'],
  [0, '0 credits'],
  [2_000, '2,000 credits'],
])('%i of them are %s', (count, text) => {
  expect(english.credits(count)).toBe(text);
});

it('Chinese has no plural', () => {
  expect([chinese.credits(1), chinese.credits(2_000)]).toEqual(['1 积分', '2,000 积分']);
});

it('names and sentences follow each other as in their language', () => {
  const [names, sentences] = [
    ['a.png', 'b.png', 'c.png'],
    ['A.', undefined, 'B.', ''],
  ];
  expect([english.list(names), english.sentences(sentences)]).toEqual([
    'a.png, b.png, c.png',
    'A. B.',
  ]);
  expect([chinese.list(names), chinese.sentences(sentences)]).toEqual([
    'a.png、b.png、c.png',
    'A.B.',
  ]);
});

it('money is written in its own currency, whatever the language', () => {
  expect(english.money(500, 'USD')).toBe('$5');
  expect(english.money(600_050, 'USD')).toBe('$6,000.50');
  expect(english.money(3_550, 'CNY')).toBe('CN¥35.50');
  expect(chinese.money(3_500, 'CNY')).toBe('¥35');
});

it('a moment is also given in UTC', () => {
  expect(english.utc('2026-11-21T09:05:33.000Z')).toBe('2026-11-21 09:05 UTC');
});

it('periods are days of UTC, short beside an axis and long in a sentence', () => {
  const start = '2026-11-16T00:00:00.000Z';
  expect(english.period('week', start, 'short')).toBe('16 Nov');
  expect(english.period('week', start, 'long')).toBe('16 Nov 2026');
  expect(english.period('month', '2026-11-01T00:00:00.000Z', 'short')).toBe('Nov 2026');
  expect(chinese.period('day', start, 'short')).toBe('11月16日');
  expect(chinese.period('day', start, 'long')).toBe('2026 年 11 月 16 日');
});

it('a Chinese day and moment have spaces around their numbers, an English one stays as it is', () => {
  const time = '2026-11-21T12:00:00.000Z';
  expect(chinese.day(time)).toMatch(/^2026 年 11 月 2[0-2] 日$/);
  expect(chinese.moment(time)).toMatch(/^2026 年 11 月 2[0-2] 日 \d\d:\d\d$/);
  expect(english.day(time)).toMatch(/^2[0-2] November 2026$/);
});
