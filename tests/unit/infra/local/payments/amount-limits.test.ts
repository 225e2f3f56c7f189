import { expect, test } from 'vitest';
import { chargeFailure } from '../../../../../infra/local/payments/amount-limits.ts';
import { soldCurrencies } from '../../../../../src/contract/currencies.ts';

const names = { currency: 'price[currency]', amount: 'price[unit_amount]' };
const charge = (currency: string, amount: number) =>
  chargeFailure({ currency, amount, names, least: 'Amount must be' });

test.each([
  ['usd', 50],
  ['usd', 99_999_999],
  ['huf', 199_950],
  ['huf', 9_999_999_999],
  ['idr', 999_999_999_999],
  ['isk', 100],
  ['ugx', 370_000],
  ['kwd', 4_990],
  ['jpy', 50],
  ['vnd', 1],
])('an amount in %s of %i is charged', (currency, amount) => {
  expect(charge(currency, amount)).toBeUndefined();
});

test.each([
  ['usd', 49, 'amount_too_small', 'Amount must be at least $0.50 usd'],
  ['huf', 17_499, 'amount_too_small', 'Amount must be at least HUF 175.00 huf'],
  ['jpy', 0, 'amount_too_small', 'at least ¥50 jpy'],
  ['vnd', 0, 'amount_too_small', 'at least ₫1 vnd'],
  ['usd', 100_000_000, 'amount_too_large', 'no more than $999,999.99'],
  ['inr', 1_000_000_000, 'amount_too_large', 'no more than ₹9,999,999.99'],
  ['isk', 50_050, undefined, 'Currency ISK has become effectively zero-decimal'],
  ['ugx', 150, undefined, 'must be evenly divisible by 100'],
  ['kwd', 4_995, undefined, 'The last digit of an amount in KWD must be 0.'],
  ['jod', 1, undefined, 'The last digit of an amount in JOD must be 0.'],
])('an amount in %s of %i is refused', (currency, amount, code, words) => {
  const answer = charge(currency, amount);
  const error = { type: 'invalid_request_error', param: names.amount };
  expect(answer).toMatchObject({ status: 400, body: { error: code ? { ...error, code } : error } });
  expect(JSON.stringify(answer).replaceAll('\u00a0', ' ')).toContain(words);
});

test.each(['iqd', 'xyq', 'bgn', ''])('the currency "%s" is refused with those that are', (code) => {
  expect(charge(code, 5_000)).toMatchObject({
    status: 400,
    body: {
      error: {
        param: names.currency,
        message: expect.stringMatching(/^Invalid currency: \w*\. Stripe .+: aed, afn, all, .+zmw$/),
      },
    },
  });
});

test('every currency that Stripe sells is charged a whole amount', () => {
  expect(soldCurrencies().filter((code) => charge(code.toLowerCase(), 20_000))).toEqual([]);
});
