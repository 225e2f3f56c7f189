import { describe, expect, test } from 'vitest';
import { currencyRule, soldCurrencies } from '../../../../src/contract/currencies.ts';
import { type Language, languages } from '../../../../src/contract/language.ts';
import { decimalsOf, minorOf, minorUnits, moneyFormat } from '../../../../src/i18n/money.ts';
import { decimalPrice } from '../../../../src/prerender/pricing/prices.ts';

/** The amount without the currency's sign or code. */
const figures = (text: string) => text.replaceAll(/[^\d.,]|\.(?!\d)/g, '');

test.each<[Language, string, number, string]>([
  ['en', 'HUF', 200_000, 'HUF 2,000'],
  ['en', 'HUF', 199_950, 'HUF 1,999.50'],
  ['zh', 'HUF', 199_950, 'HUF 1,999.50'],
  ['en', 'HUF', 2_000, 'HUF 20'],
  ['en', 'ISK', 50_000, 'ISK 500'],
  ['en', 'UGX', 500, 'UGX 5'],
  ['en', 'IDR', 1, 'IDR 0.01'],
  ['en', 'KWD', 4_990, 'KWD 4.990'],
  ['en', 'JPY', 650, '¥650'],
  ['zh', 'CNY', 3_550, '¥35.50'],
  ['en', 'USD', 100_000_001, '$1,000,000.01'],
])('in %s, an amount in %s of %i is %s', (language, currency, minor, shown) => {
  expect(moneyFormat(language, currency)(minor).replaceAll('\u00a0', ' ')).toBe(shown);
});

describe.each(languages)('in %s, every currency that Stripe sells', (language) => {
  test.each(soldCurrencies())('%s is shown to the last digit, and read back by adopt', (code) => {
    const { step } = currencyRule(code);
    const decimals = decimalsOf(code);
    const format = moneyFormat(language, code);
    for (const minor of [step, 10 * step, 12_345 * step, 99_999_900]) {
      const price = decimalPrice(minor, code);
      expect(minorOf(Number(price), code)).toBe(minor);
      const [whole = '', fraction] = figures(format(minor)).replaceAll(',', '').split('.');
      expect(`${whole}${fraction ?? '0'.repeat(decimals)}`.replace(/^0+/, '')).toBe(String(minor));
      expect(price).toBe(`${whole}${decimals === 0 ? '' : `.${fraction ?? '0'.repeat(decimals)}`}`);
    }
    expect(format(200 * minorUnits(code))).not.toMatch(/[.,]\d/);
  });
});
