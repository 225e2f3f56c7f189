import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  type Bill,
  isBillOf,
  plainBill,
  returnedOf,
  reversedCredits,
} from '../../../../../functions/domain/purchase/bill.ts';
import type { Reversal } from '../../../../../functions/domain/purchase/reversal.ts';
import { aReversal } from '../../../../support/purchases.ts';

const bill = (
  subtotalMinor: number,
  discountMinor: number,
  taxMinor: number,
  totalMinor: number,
): Bill => ({ subtotalMinor, discountMinor, taxMinor, totalMinor });

test.each<[string, Bill, boolean]>([
  ['the price alone', plainBill(2_000), true],
  ['a cent less', plainBill(1_999), false],
  ['tax of 19 % on top', bill(2_000, 0, 380, 2_380), true],
  ['tax of 19 % in it', bill(2_000, 0, 319, 2_000), true],
  ['tax of which a cent is missing', bill(2_000, 0, 380, 2_379), false],
  ['tax of which a cent is too much', bill(2_000, 0, 380, 2_381), false],
  ['a discount', bill(2_000, 500, 0, 1_500), true],
  ['a discount, and tax on top', bill(2_000, 500, 285, 1_785), true],
  ['a discount, and tax in it', bill(2_000, 500, 239, 1_500), true],
  ['a discount that is not taken off', bill(2_000, 500, 0, 2_000), false],
  ['nothing, by a code of 100 %', bill(2_000, 2_000, 0, 0), true],
  ['a discount above the price', bill(2_000, 2_100, 0, -100), false],
  ['tax above what was paid', bill(2_000, 1_900, 200, 100), false],
  ['the sum of another price, with tax', bill(1_681, 0, 319, 2_000), false],
  ['a negative discount', bill(2_000, -380, 0, 2_380), false],
  ['a negative tax', bill(2_000, 0, -380, 1_620), false],
])('an order of 2,000 is paid by %s: %#', (_what, paid, expected) => {
  expect(isBillOf(2_000, paid)).toBe(expected);
});

/** Reversals of these amounts, in minor units; a pair has the tax of a credit note. */
const reversals = (...amounts: readonly (number | readonly [number, number])[]): Reversal[] =>
  amounts.map((one, index) => {
    const id = `re_${index}`;
    if (typeof one === 'number') return aReversal({ id, amountMinor: one });
    const creditNote = { id: `cn_${index}`, taxMinor: one[1] };
    return aReversal({ id, amountMinor: one[0], creditNote });
  });

const exclusive = bill(2_000, 0, 380, 2_380);
const inclusive = bill(2_000, 0, 319, 2_000);
const free = bill(2_000, 2_000, 0, 0);

test.each<[string, Bill, Reversal[], credits: number, taxMinor: number]>([
  ['nothing of it', exclusive, [], 0, 0],
  ['all of it', exclusive, reversals(2_380), 500, 380],
  ['the price without its tax on top', exclusive, reversals(2_000), 420, 319],
  ['half of it', exclusive, reversals(1_190), 250, 190],
  ['its tax alone', exclusive, reversals(380), 0, 61],
  ['its tax alone, which Stripe’s credit note splits', exclusive, reversals([380, 61]), 0, 61],
  ['its tax, then the rest', exclusive, reversals(380, 2_000), 500, 380],
  ['the rest, then its tax', exclusive, reversals(2_000, 380), 500, 380],
  ['its tax twice', exclusive, reversals(380, 380), 95, 121],
  ['half of it, whose credit note rounds the tax', inclusive, reversals([1_000, 160]), 250, 160],
  ['more price than there is, by a credit note', exclusive, reversals([2_100, 0]), 441, 100],
  ['all that was paid with the tax in it', inclusive, reversals(2_000), 500, 319],
  ['the tax that is in it', inclusive, reversals(319), 0, 51],
  ['half of what was paid', bill(2_000, 1_000, 190, 1_190), reversals(595), 250, 95],
  ['all that was paid', bill(2_000, 1_000, 190, 1_190), reversals(1_190), 500, 190],
  ['nothing of nothing', free, reversals(1), 0, 0],
  ['more than it, by a refund and a dispute', exclusive, reversals(1_500, 2_380), 500, 380],
])('%s takes its credits back, and none for tax', (_what, paid, gone, credits, taxMinor) => {
  const terms = { amountCredits: 500, amountMinor: paid.subtotalMinor, bill: paid };
  expect(reversedCredits(terms, gone)).toBe(credits);
  expect(reversedCredits(terms, gone.toReversed())).toBe(credits);
  expect(returnedOf(paid, gone).taxMinor).toBe(taxMinor);
});

test('a dispute of the amount of the tax has its share of credits', () => {
  const dispute = aReversal({ kind: 'dispute', amountMinor: 380 });
  expect(
    reversedCredits({ amountCredits: 500, amountMinor: 2_000, bill: exclusive }, [dispute]),
  ).toBe(79);
});

test.each<[string, number, number, readonly number[], number]>([
  ['nothing of it', 500, 2_000, [], 0],
  ['half of it', 500, 2_000, [1_000], 250],
  ['both halves', 500, 2_000, [1_000, 1_000], 500],
  ['a cent of it, which is a quarter of a credit', 500, 2_000, [1], 0],
  ['four cents of it, which are a credit', 500, 2_000, [1, 1, 1, 1], 1],
  ['all but a cent', 500, 2_000, [1_999], 499],
  ['a third of an indivisible number', 100, 500, [167], 33],
  ['29 credits, where doubles come to 28', 100, 500, [145], 29],
  ['more than it, by a refund and a dispute', 500, 2_000, [1_500, 2_000], 500],
  ['all of the largest pack', 1_000_000_000, 9_007_199_254_740_991, [9_007_199_254_740_991], 1e9],
  ['half of the largest pack', 1_000_000_000, 9_007_199_254_740_990, [4_503_599_627_370_495], 5e8],
  ['one of one', 1, 1, [1], 1],
])('of a price without tax, %s', (_what, amountCredits, amountMinor, amounts, expected) => {
  expect(reversedCredits({ amountCredits, amountMinor }, reversals(...amounts))).toBe(expected);
});

test('returned and announced reversals do not count', () => {
  const all = [
    aReversal({ id: 'a', status: 'returned' }),
    aReversal({ id: 'b', status: 'announced' }),
    aReversal({ id: 'c', status: 'lost', amountMinor: 300 }),
  ];
  expect(returnedOf(plainBill(2_000), all).totalMinor).toBe(300);
});

test('any refunds that add up to the payment take all credits, in parts that never shrink', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(
      parts,
      fc.constantFrom(0, 77, 190, 200, 250, 270),
      fc.nat(999),
      (amounts, rate, credits) => {
        const totalMinor = amounts.reduce((sum, one) => sum + one, 0);
        const taxMinor = Math.round((totalMinor * rate) / (1_000 + rate));
        const paid = bill(totalMinor, 0, taxMinor, totalMinor);
        const terms = { amountCredits: credits + 1, amountMinor: totalMinor, bill: paid };
        const steps = amounts.map((_, index) => reversals(...amounts.slice(0, index + 1)));
        const taken = steps.map((step) => reversedCredits(terms, step));
        expect(taken.at(-1)).toBe(credits + 1);
        expect(returnedOf(paid, steps.at(-1) ?? [])).toEqual({ totalMinor, taxMinor });
      },
    ),
  );
});
