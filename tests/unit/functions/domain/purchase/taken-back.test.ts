import { expect, test } from 'vitest';
import {
  takenBackCredits,
  takenBackMinor,
} from '../../../../../functions/domain/purchase/taken-back.ts';
import { aReversal } from '../../../../support/purchases.ts';

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
  ['a third of what cannot be divided', 100, 500, [167], 33],
  ['29 credits, where doubles come to 28', 100, 500, [145], 29],
  ['more than it, by a refund and a dispute', 500, 2_000, [1_500, 2_000], 500],
  ['all of the largest pack', 1_000_000_000, 9_007_199_254_740_991, [9_007_199_254_740_991], 1e9],
  ['half of the largest pack', 1_000_000_000, 9_007_199_254_740_990, [4_503_599_627_370_495], 5e8],
  ['one of one', 1, 1, [1], 1],
])('%s', (_what, amountCredits, amountMinor, amounts, expected) => {
  expect(takenBackCredits({ amountCredits, amountMinor }, reversals(...amounts))).toBe(expected);
});

test('what was returned, or was only announced, does not count', () => {
  const all = [
    aReversal({ id: 'a', standing: 'returned' }),
    aReversal({ id: 'b', standing: 'announced' }),
    aReversal({ id: 'c', standing: 'lost', amountMinor: 300 }),
  ];
  expect(takenBackMinor({ amountMinor: 2_000 }, all)).toBe(300);
});
