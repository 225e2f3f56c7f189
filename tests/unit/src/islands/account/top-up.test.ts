import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { formatsOf } from '../../../../../src/client/formats.ts';
import { currencies, firstCurrency, packs } from '../../../../../src/contract/prices.ts';
import { type TopUp, topUpStates } from '../../../../../src/contract/top-up.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { Rule } from '../../../../../src/islands/account/TopUp.tsx';
import { chargeOf, chosenIn, priceNow } from '../../../../../src/islands/account/top-up-charge.ts';

const last = packs.at(-1) ?? packs[0];
const currency = currencies.at(-1) ?? currencies[0];
const priceMinor = last.priceMinor[currency];
const rule = {
  ...{ below: 7, upTo: 9, pack: last.id, currency },
  ...{ mostMinor: 3 * priceMinor, priceMinor },
};
const nothing = { spent: [], charging: false };

function chosen(changes: Partial<TopUp>) {
  const { pack, ...rest } = chosenIn({ state: 'on', ...nothing, ...changes }, 'en');
  return { ...rest, pack: pack.id };
}

it('the form shows the rule that is stored', () => {
  const { priceMinor: _, ...terms } = rule;
  expect(chosen({ rule })).toEqual(terms);
});

it('without a rule it proposes the smallest pack, when a fifth of it is left, twice a month', () => {
  const [{ id, amountCredits, priceMinor: prices }] = packs;
  const first = firstCurrency('en');
  const level = { below: amountCredits / 5, upTo: amountCredits };
  const proposed = { ...level, pack: id, currency: first, mostMinor: 2 * prices[first] };
  expect(chosen({})).toEqual(proposed);
});

it('a rule from before there were levels is proposed with its limit, up to its pack', () => {
  const { upTo: _, ...before } = rule;
  const proposed = { upTo: last.amountCredits, mostMinor: rule.mostMinor };
  expect(chosen({ rule: before })).toMatchObject(proposed);
});

it('a pack or a currency that is no longer sold is replaced by one that is', () => {
  const [{ id, priceMinor: prices }] = packs;
  const first = firstCurrency('en');
  expect(chosen({ rule: { ...rule, pack: 'brook', currency: 'XAU' } })).toEqual({
    ...{ below: 7, upTo: 9, pack: id, currency: first, mostMinor: 2 * prices[first] },
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

const wallet = { available: 3, held: 3, owed: 0 };
const per = last.amountCredits;

it.each<[string, Partial<typeof wallet> | undefined, number, string, number]>([
  ['at once below the mark', {}, 0, 'atOnce', 1],
  ['nothing at the mark, as held credits count', { held: 4 }, 0, 'none', 1],
  ['nothing above the mark, at the limit too', { available: 8 }, 3, 'none', 1],
  ['as many packs as a debt needs', { owed: per }, 0, 'atOnce', 2],
  ['nothing where a debt passes the limit', { owed: 3 * per }, 0, 'over', 4],
  ['up to the limit of the month', {}, 2, 'atOnce', 1],
  ['next month where less is left', {}, 3, 'nextMonth', 1],
  ['next month where two packs are needed and one is left', { owed: per }, 2, 'nextMonth', 2],
  ['when it is needed, where the balance is unknown', undefined, 0, 'unknown', 1],
])('a rule charges %s', (_what, changes, spentPacks, when, count) => {
  const spent = [{ currency, amountMinor: spentPacks * priceMinor }];
  const balance = changes && { ...wallet, ...changes };
  const charge = chargeOf({ ...rule, pack: last }, spent, balance);
  expect(charge).toMatchObject({ when, packs: count });
});

it('the dearest charge of a rule begins with nothing', () => {
  const charge = chargeOf({ ...rule, pack: last, upTo: 2 * per }, [], { ...wallet, held: per });
  expect(charge).toMatchObject({ packs: 1, dearestMinor: 2 * priceMinor });
});

function shown(stored: Partial<TopUp>, language: 'en' | 'zh') {
  const labels = { en, zh }[language].account;
  return renderToStaticMarkup(
    createElement(Rule, {
      ...{ id: 'top-up', language, labels, names: { flows: {} } },
      format: formatsOf(language, labels),
      stored: { state: 'paused', savedAt: '2026-11-20T09:30:00Z', ...nothing, rule, ...stored },
      balance: { ...wallet, owed: 2 },
      ...{ isSaved: true, onChange: () => undefined },
    }),
  );
}

it.each([
  ['en', 'Paused, because', 'You have 6 credits, and owe 2 credits. We charge', 'Go on</button>'],
  ['zh', '已暂停', '你有 6 积分，另有 2 积分待抵扣。现在就会扣款', '继续</button>'],
] as const)('a paused rule says in %s why, and what one press charges', (language, ...texts) => {
  const page = shown({}, language);
  const { money } = formatsOf(language, { en, zh }[language].account);
  for (const text of [...texts, money(priceMinor, currency)]) expect(page).toContain(text);
});

it.each<[string, Partial<TopUp>, string]>([
  [
    'what is spent and left of the limit',
    { spent: [{ currency, amountMinor: priceMinor }] },
    'left',
  ],
  ['that it is of the earlier kind', { rule: { ...rule, upTo: undefined } }, 'one pack for'],
  ['nothing of a month', { rule: undefined, state: 'off' }, 'Off.'],
])('a rule says %s', (_what, stored, text) => {
  expect(shown(stored, 'en')).toContain(text);
});

it('a rule that is saved says so beside the button that saves it', () => {
  expect(shown({}, 'en')).toMatch(/Go on<\/button><p role="status"[^>]*>Saved\./);
});
