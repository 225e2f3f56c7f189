import { expect, test } from 'vitest';
import { currencyRule, soldCurrencies } from '../../../../src/contract/currencies.ts';

test.each([
  ['USD', 2, 1],
  ['HUF', 2, 1],
  ['TWD', 2, 1],
  ['IDR', 2, 1],
  ['COP', 2, 1],
  ['JPY', 0, 1],
  ['CLP', 0, 1],
  ['ISK', 2, 100],
  ['UGX', 2, 100],
  ['KWD', 3, 10],
  ['TND', 3, 10],
  ['kwd', 3, 10],
])('Stripe counts %s with %i decimals, in steps of %i', (code, decimals, step) => {
  expect(currencyRule(code)).toMatchObject({ decimals, step });
});

test('the exceptions are those that Stripe lists, and each is sold', () => {
  const countedWith = (decimals: number) =>
    soldCurrencies().filter((code) => currencyRule(code).decimals === decimals);
  expect(countedWith(0)).toHaveLength(15);
  expect(countedWith(3)).toEqual(['BHD', 'JOD', 'KWD', 'OMR', 'TND']);
  expect(soldCurrencies()).toHaveLength(139);
  expect([...new Set(soldCurrencies())].toSorted()).toEqual(soldCurrencies());
  expect(soldCurrencies().filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([]);
});
