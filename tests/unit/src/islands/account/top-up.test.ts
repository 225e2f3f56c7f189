import { expect, it, vi } from 'vitest';
import { type TopUp, topUpStates } from '../../../../../src/contract/checkout.ts';
import en from '../../../../../src/i18n/en/account.json' with { type: 'json' };
import zh from '../../../../../src/i18n/zh/account.json' with { type: 'json' };
import { chosenIn } from '../../../../../src/islands/account/TopUp.tsx';

vi.mock('../../../../../src/site.config.ts', () => import('../../../../support/example-site.ts'));

const rule = { below: 7, pack: 'medium', currency: 'CNY', monthly: 3 };

function chosen(changes: Partial<TopUp>) {
  const { pack, ...rest } = chosenIn({ state: 'on', thisMonth: 0, ...changes }, 'en');
  return { ...rest, pack: pack.id };
}

it('the form shows the rule that is stored', () => {
  expect(chosen({ rule })).toEqual(rule);
});

it('without a rule it proposes the smallest pack, when a fifth of it is left, twice a month', () => {
  expect(chosen({})).toEqual({ below: 20, pack: 'small', currency: 'USD', monthly: 2 });
});

it('a pack or a currency that is no longer sold is replaced by one that is', () => {
  expect(chosen({ rule: { ...rule, pack: 'brook', currency: 'EUR' } })).toEqual({
    ...rule,
    pack: 'small',
    currency: 'USD',
  });
});

it.each([en, zh])('every state has a text in both languages', ({ account }) => {
  const { none, states } = account.topUp;
  expect([none ? 'none' : '', ...Object.keys(states)]).toEqual([...topUpStates]);
});
