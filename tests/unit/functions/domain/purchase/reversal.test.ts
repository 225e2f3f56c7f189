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

test('a credit note stays, whichever report has it and whichever came first', () => {
  const [plain, failed] = [aReversal(), aReversal({ status: 'returned' })];
  const creditNote = { id: 'cn_1', taxMinor: 160 };
  const noted = aReversal({ creditNote });
  expect(mergeReversal(plain, noted)).toEqual(noted);
  expect(mergeReversal(noted, plain)).toBe(noted);
  expect(mergeReversal(noted, failed)).toEqual({ ...failed, creditNote });
  expect(mergeReversal(failed, noted)).toEqual({ ...failed, creditNote });
});
