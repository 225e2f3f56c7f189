import { describe, expect, test } from 'vitest';
import {
  type BoughtByCard,
  nextTopUpTry,
  packOfRule,
  startOfMonth,
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

  test.each<[string, boolean, Partial<BoughtByCard>, ReturnType<typeof topUpStep>]>([
    ['nothing while there is enough', false, {}, 'nothing'],
    ['nothing while there is enough, at the limit', false, { thisMonth: 2 }, 'nothing'],
    ['nothing while there is enough, after a charge', false, { lastAt: now }, 'nothing'],
    ['a purchase below the mark', true, {}, 'buy'],
    ['a purchase below the limit of the month', true, { thisMonth: 1 }, 'buy'],
    ['waiting for the next month at the limit', true, { thisMonth: 2 }, nextMonth],
    ['waiting where the limit became smaller', true, { thisMonth: 9 }, nextMonth],
    ['waiting until ten minutes after a charge', true, { lastAt: at(-9) }, inAMinute],
    ['a purchase ten minutes after a charge', true, { lastAt: at(-10) }, 'buy'],
    ['waiting for what is undecided', true, { undecidedUntil: at(1) }, inAMinute],
    ['waiting for it at the limit', true, { undecidedUntil: at(1), thisMonth: 2 }, inAMinute],
  ])('is %s', (_what, isBelow, changes, expected) => {
    const bought = { thisMonth: 0, lastAt: null, undecidedUntil: null, ...changes };
    expect(topUpStep({ isBelow, monthly: 2 }, bought, now)).toEqual(expected);
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

describe('the pack of a rule', () => {
  const rule = { packId: pack.id, currency, priceMinor: price, monthly: 2 };

  test.each([
    ['costs what was agreed', price, price],
    ['became cheaper, and costs less', price + 1, price],
    ['became dearer, and is not bought', price - 1, undefined],
  ])('%s', (_what, priceMinor, expected) => {
    expect(packOfRule({ ...rule, priceMinor })?.priceMinor).toBe(expected);
  });

  test.each([
    ['pack', { packId: 'gone' }],
    ['currency', { currency: 'XAU' }],
  ])('is not bought once its %s is not sold any more', (_what, change) => {
    expect(packOfRule({ ...rule, ...change })).toBeUndefined();
  });
});
