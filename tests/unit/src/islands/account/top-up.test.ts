import { expect, it } from 'vitest';
import { currencies, firstCurrency, packs } from '../../../../../src/contract/prices.ts';
import { type TopUp, topUpStates } from '../../../../../src/contract/top-up.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { chosenIn, priceNow } from '../../../../../src/islands/account/TopUp.tsx';

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
