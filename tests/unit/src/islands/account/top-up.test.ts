import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import type { Language } from '../../../../../src/contract/language.ts';
import { currencies, firstCurrency, packs } from '../../../../../src/contract/prices.ts';
import { type TopUp, topUpStates } from '../../../../../src/contract/top-up.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { chosenIn, priceNow, Rule, resumeText } from '../../../../../src/islands/account/TopUp.tsx';

const last = packs.at(-1) ?? packs[0];
const rule = { below: 7, pack: last.id, currency: currencies.at(-1) ?? '', monthly: 3 };

function chosen(changes: Partial<TopUp>) {
  const { pack, ...rest } = chosenIn({ state: 'on', thisMonth: 0, ...changes }, 'en');
  return { ...rest, pack: pack.id };
}

it('the form shows the rule that is stored', () => {
  expect(chosen({ rule })).toEqual(rule);
});

it('without a rule it proposes the smallest pack, when a fifth of it is left, twice a month', () => {
  const [{ id, amountCredits }] = packs;
  const proposed = { below: amountCredits / 5, pack: id, currency: firstCurrency('en') };
  expect(chosen({})).toEqual({ ...proposed, monthly: 2 });
});

it('a pack or a currency that is no longer sold is replaced by one that is', () => {
  expect(chosen({ rule: { ...rule, pack: 'brook', currency: 'XAU' } })).toEqual({
    ...rule,
    pack: packs[0].id,
    currency: firstCurrency('en'),
  });
});

it('a price that the server names counts for its pack and currency alone', () => {
  const [pack] = packs;
  const [currency, other] = [currencies[0], currencies.at(-1) ?? currencies[0]];
  const named = { pack: pack.id, currency, priceMinor: 123_456 };
  expect(priceNow(pack, currency, undefined)).toBe(pack.priceMinor[currency]);
  expect(priceNow(pack, currency, named)).toBe(123_456);
  expect(priceNow(last, currency, named)).toBe(last.priceMinor[currency]);
  expect(priceNow(pack, other, named)).toBe(pack.priceMinor[other]);
});

it.each([en, zh])('every state has a text in both languages', ({ account }) => {
  const { none, states } = account.topUp;
  expect([none ? 'none' : '', ...Object.keys(states)]).toEqual([...topUpStates]);
});

it.each([
  ['at once below the mark', { available: 3, held: 3 }, 0, 'resumeNow'],
  ['later at the mark, as held credits count', { available: 3, held: 4 }, 0, 'resumeLater'],
  ['later above the mark', { available: 8, held: 0 }, 2, 'resumeLater'],
  ['next month at the limit', { available: 0, held: 0 }, 3, 'resumeFull'],
  ['next month beyond the limit', undefined, 4, 'resumeFull'],
  ['when it is needed, where the balance is unknown', undefined, 0, 'resumeUnknown'],
] as const)('a paused rule charges %s', (_when, balance, thisMonth, expected) => {
  expect(resumeText(rule, thisMonth, balance)).toBe(expected);
});

function shown(stored: Partial<TopUp>, language: Language) {
  const labels = { en, zh }[language].account;
  return renderToStaticMarkup(
    createElement(Rule, {
      ...{ id: 'top-up', language, labels, names: { flows: {} } },
      format: formatsOf(language, labels),
      stored: { state: 'paused', savedAt: '2026-11-20T09:30:00Z', thisMonth: 1, rule, ...stored },
      balance: { available: 6, held: 0 },
      onChange: () => undefined,
    }),
  );
}

it.each([
  [
    'en',
    'Paused, because',
    'You have fewer than 7 credits. If you go on, we charge',
    'Go on</button>',
  ],
  ['zh', '已暂停', '余额少于 7 积分。点“继续”后，会马上扣款', '继续</button>'],
] as const)('a paused rule says in %s why, and what one press charges', (language, ...texts) => {
  const page = shown({}, language);
  const money = formatsOf(language, { en, zh }[language].account).money;
  const price = money(last.priceMinor[currencies.at(-1) ?? currencies[0]], rule.currency);
  for (const text of [...texts, price]) expect(page).toContain(text);
});

it.each<[string, Partial<TopUp>]>([
  ['that is on', { state: 'on' }],
  ['whose pack is no longer sold', { rule: { ...rule, pack: 'brook' } }],
  ['whose currency is no longer sold', { rule: { ...rule, currency: 'XAU' } }],
  ['that was never set', { rule: undefined }],
])('a rule %s has no press to go on', (_which, stored) => {
  expect(shown(stored, 'en')).not.toContain('Go on</button>');
});
