import { expect, test } from 'vitest';
import {
  counts,
  mergeReversal,
  reversedCredits,
  reversedMinor,
} from '../../../../../functions/domain/purchase/reversal.ts';
import { type ReversalStatus, reversalStatuses } from '../../../../../src/contract/checkout.ts';
import { aReversal } from '../../../../support/purchases.ts';

test.each<[ReversalStatus, ReversalStatus, ReversalStatus]>([
  ['announced', 'announced', 'announced'],
  ['announced', 'taken', 'taken'],
  ['announced', 'returned', 'returned'],
  ['taken', 'announced', 'taken'],
  ['taken', 'taken', 'taken'],
  ['taken', 'lost', 'lost'],
  ['taken', 'returned', 'returned'],
  ['lost', 'taken', 'lost'],
  ['lost', 'returned', 'returned'],
  ['returned', 'announced', 'returned'],
  ['returned', 'taken', 'returned'],
  ['returned', 'lost', 'returned'],
])('a reversal that is %s and reported as %s is %s', (known, told, expected) => {
  const merged = mergeReversal(aReversal({ status: known }), aReversal({ status: told }));
  expect(merged.status).toBe(expected);
});

test('an unknown reversal is stored as reported', () => {
  expect(mergeReversal(undefined, aReversal())).toEqual(aReversal());
});

test('a repeated report returns the same object', () => {
  const known = aReversal();
  expect(mergeReversal(known, aReversal())).toBe(known);
});

test('a further status brings its amount, and an earlier one does not', () => {
  const inquiry = aReversal({ amountMinor: 2_000, status: 'announced' });
  const chargeback = aReversal({ amountMinor: 500, status: 'taken' });
  expect(mergeReversal(inquiry, chargeback)).toEqual(chargeback);
  expect(mergeReversal(chargeback, inquiry)).toBe(chargeback);
});

test('of one status the larger amount stays', () => {
  const [more, less] = [aReversal({ amountMinor: 2 }), aReversal({ amountMinor: 1 })];
  expect(mergeReversal(more, less)).toBe(more);
  expect(mergeReversal(less, more)).toBe(more);
});

test('money counts as gone from when it is taken until it is returned', () => {
  const counting = reversalStatuses.filter((status) => counts(aReversal({ status })));
  expect(counting).toEqual(['taken', 'lost']);
});

/** Reversals of these amounts, in minor units. */
const reversals = (...amounts: readonly number[]) =>
  amounts.map((amountMinor, index) => aReversal({ id: `re_${index}`, amountMinor }));

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
])('%s', (_what, amountCredits, amountMinor, amounts, expected) => {
  expect(reversedCredits({ amountCredits, amountMinor }, reversals(...amounts))).toBe(expected);
});

test('returned and announced reversals do not count', () => {
  const all = [
    aReversal({ id: 'a', status: 'returned' }),
    aReversal({ id: 'b', status: 'announced' }),
    aReversal({ id: 'c', status: 'lost', amountMinor: 300 }),
  ];
  expect(reversedMinor({ amountMinor: 2_000 }, all)).toBe(300);
});
