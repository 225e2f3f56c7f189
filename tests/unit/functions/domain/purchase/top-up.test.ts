import { describe, expect, test } from 'vitest';
import {
  type BoughtByCard,
  fitsMonth,
  nextTopUpTry,
  startOfMonth,
  topUpCharge,
  topUpStep,
} from '../../../../../functions/domain/purchase/top-up.ts';
import { currencies, packs } from '../../../../../src/contract/prices.ts';

const [pack] = packs;
const [currency] = currencies;
const price = pack.priceMinor[currency];

const now = new Date('2026-12-31T23:59:59.999Z');

describe('the next step of a rule', () => {
  const nextMonth = { wait: new Date('2027-01-01') };
  const inAMinute = { wait: new Date(now.getTime() + 60_000) };

  /** A time so many minutes from now. */
  const at = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

  const otherSpent = { spent: [{ currency: 'EUR', amountMinor: 300 }] };
  const spent = (...amounts: readonly number[]) => ({
    spent: amounts.map((amountMinor) => ({ currency: 'USD', amountMinor })),
  });

  test.each<[string, Partial<BoughtByCard>, ReturnType<typeof topUpStep>]>([
    ['a purchase where nothing was spent', {}, 'buy'],
    ['a purchase that reaches the limit of the month', spent(200), 'buy'],
    ['waiting for the next month, where a purchase would pass it', spent(201), nextMonth],
    ['waiting where the limit became smaller', spent(100, 900), nextMonth],
    ['a purchase where another currency was spent', otherSpent, 'buy'],
    ['waiting until ten minutes after a charge', { lastAt: at(-9) }, inAMinute],
    ['a purchase ten minutes after a charge', { lastAt: at(-10) }, 'buy'],
    ['waiting for what is undecided', { undecidedUntil: at(1) }, inAMinute],
    ['waiting for it at the limit', { undecidedUntil: at(1), ...spent(300) }, inAMinute],
  ])('is %s', (_what, changes, expected) => {
    const bought = { spent: [], lastAt: null, undecidedUntil: null, ...changes };
    const charge = { packId: 'a', currency: 'USD', amountCredits: 1, amountMinor: 100 };
    expect(topUpStep(charge, { mostMinor: 300 }, bought, now)).toEqual(expected);
  });

  test('counts by months in UTC', () => {
    expect(startOfMonth(now)).toEqual(new Date('2026-12-01T00:00:00Z'));
    expect(startOfMonth(new Date('2027-01-01T00:00:00Z'))).toEqual(new Date('2027-01-01'));
  });
});

test('two failures are tried again, ever later, and the third stops', () => {
  const hours = [1, 2, 3, 4].map((failures) => {
    const next = nextTopUpTry(failures, now);
    return next && (next.getTime() - now.getTime()) / 3_600_000;
  });
  expect(hours).toEqual([1, 6, undefined, undefined]);
});

describe('the charge of a rule', () => {
  const { amountCredits: one } = pack;
  const rule = { packId: pack.id, currency, priceMinor: price, mostMinor: 3 * price };

  test.each<[string, number | undefined, number, number]>([
    ['one pack without a level, however much is missing', undefined, -5 * one, 1],
    ['one pack where a credit is missing', one, one - 1, 1],
    ['one pack that reaches the level', one, 0, 1],
    ['two where the level is a credit above that', one + 1, 0, 2],
    ['two where a debt takes a credit', one, -1, 2],
    ['many in one payment', 50 * one, 0, 50],
  ])('buys %s', (_what, upTo, balance, packs) => {
    const bought = { amountCredits: packs * one, amountMinor: packs * price };
    const level = upTo === undefined ? {} : { upTo };
    expect(topUpCharge({ ...rule, ...level }, balance)).toEqual({
      ...{ packId: pack.id, currency, ...bought },
    });
  });

  test.each([
    ['costs what was agreed', price, price],
    ['became cheaper, and costs less', price + 1, price],
    ['became dearer, and is not bought', price - 1, undefined],
  ])('of a pack that %s', (_what, priceMinor, expected) => {
    expect(topUpCharge({ ...rule, priceMinor }, 0)?.amountMinor).toBe(expected);
  });

  test.each([
    ['pack', { packId: 'gone' }],
    ['currency', { currency: 'XAU' }],
  ])('is none once its %s is not sold any more', (_what, change) => {
    expect(topUpCharge({ ...rule, ...change }, 0)).toBeUndefined();
  });

  test.each([
    ['fits at the limit', { amountMinor: 3 * price }, true],
    ['does not fit above it', { amountMinor: 3 * price + 1 }, false],
    [
      'does not fit with more credits than a wallet takes at once',
      { amountCredits: 1e9 + 1 },
      false,
    ],
  ])('%s', (_what, change, expected) => {
    const charge = { packId: 'a', currency, amountCredits: 1, amountMinor: 1, ...change };
    expect(fitsMonth(charge, rule)).toBe(expected);
  });
});
