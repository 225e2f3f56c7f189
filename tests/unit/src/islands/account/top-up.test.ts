import { expect, it } from 'vitest';
import { currencies, firstCurrency, packs } from '../../../../../src/contract/prices.ts';
import { type TopUp, topUpStates } from '../../../../../src/contract/top-up.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { chosenIn } from '../../../../../src/islands/account/TopUp.tsx';

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

it.each([en, zh])('every state has a text in both languages', ({ account }) => {
  const { none, states } = account.topUp;
  expect([none ? 'none' : '', ...Object.keys(states)]).toEqual([...topUpStates]);
});
