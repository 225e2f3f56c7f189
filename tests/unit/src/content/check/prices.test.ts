import { expect, test } from 'vitest';
import { isRecounted, priceFindings } from '../../../../../src/content/check/prices.ts';
import { soldCurrencies } from '../../../../../src/contract/currencies.ts';
import * as siteConfig from '../../../../../src/site.config.ts';

/** A configuration that sells two packs in one currency, as `npm run adopt` writes it. */
const sellingIn = (currency: string, minors: readonly number[]) => ({
  currencies: ['EUR', currency],
  packs: minors.map((minor, index) => ({
    id: `pack-${index + 1}`,
    priceMinor: { EUR: 449, [currency]: minor },
  })),
});

test('the configuration of this repository has no finding', () => {
  expect(priceFindings(siteConfig)).toEqual([]);
});

test.each([
  ['HUF', [2_000, 9_000], 'pack-1 HUF 20, pack-2 HUF 90.'],
  ['IDR', [79_999], 'pack-1 IDR 799.99.'],
  ['ISK', [500], 'pack-1 ISK 5.'],
  ['UGX', [3_000], 'pack-1 UGX 30.'],
  ['LBP', [447_500], 'pack-1 LBP 4,475.'],
])('an earlier price in %s is named with what it is now', (currency, minors, shown) => {
  const [finding, ...others] = priceFindings(sellingIn(currency, minors));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    severity: 'warning',
    rule: 'price',
    file: 'src/site.config.ts',
    field: `packs.priceMinor.${currency}`,
  });
  expect(finding?.problem.replaceAll('\u00a0', ' ')).toBe(
    `Prices in ${currency} count 2 decimals, as Stripe does, and counted 0 before. They are shown and charged as: ${shown}`,
  );
  expect(finding?.fix).toContain(`npm run adopt with the prices in ${currency}`);
});

test('a price that somebody has confirmed is named no more', () => {
  const config = sellingIn('HUF', [200_000]);
  expect(priceFindings({ ...config, confirmedCurrencies: ['HUF'] })).toEqual([]);
  expect(priceFindings({ ...config, confirmedCurrencies: ['ISK'] })).toHaveLength(1);
});

test('the currencies that count otherwise than before are those that people write otherwise', () => {
  expect(soldCurrencies().filter(isRecounted)).toEqual(
    'AFN ALL COP HUF IDR ISK LAK LBP MMK PKR SOS STD UGX YER'.split(' '),
  );
});

test.each([
  ['a fraction of a krona', 'ISK', 50_050, 'Stripe would refuse the price of pack-1 ISK 500.50'],
  ['a last digit that is not 0', 'KWD', 4_995, 'KWD 4.995: it takes KWD in steps of 0.01.'],
  ['half a yen', 'JPY', 650.5, 'it takes JPY in steps of 1.'],
  ['nothing', 'USD', 0, 'it takes USD in steps of 0.01.'],
  ['a currency that Stripe does not take', 'IQD', 5_000, 'Stripe takes no payments in IQD.'],
  ['no currency', 'XYQ', 5_000, 'Stripe takes no payments in XYQ.'],
])('%s stops the build', (_what, currency, minor, problem) => {
  const errors = priceFindings(sellingIn(currency, [minor])).filter(
    ({ severity }) => severity === 'error',
  );
  expect(errors).toHaveLength(1);
  expect(errors[0]?.problem.replaceAll('\u00a0', ' ')).toContain(problem);
});
