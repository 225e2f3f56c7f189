import { expect, test } from 'vitest';
import { counts, mergeReversal } from '../../../../../functions/domain/purchase/reversal.ts';
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
])('who is %s and told to be %s is %s', (known, told, expected) => {
  const merged = mergeReversal(aReversal({ status: known }), aReversal({ status: told }));
  expect(merged.status).toBe(expected);
});

test('a reversal that nobody knew is as it was told', () => {
  expect(mergeReversal(undefined, aReversal())).toEqual(aReversal());
});

test('a word that brings nothing new leaves the same object', () => {
  const known = aReversal();
  expect(mergeReversal(known, aReversal())).toBe(known);
});

test('the amount is what was told first', () => {
  const later = aReversal({ amountMinor: 1, status: 'returned' });
  expect(mergeReversal(aReversal(), later)).toEqual(aReversal({ status: 'returned' }));
});

test('money counts as gone from when it is taken until it is returned', () => {
  const counting = reversalStatuses.filter((standing) => counts(aReversal({ status: standing })));
  expect(counting).toEqual(['taken', 'lost']);
});
