import { expect, test } from 'vitest';
import { cursorAfter, readCursor } from '../../../../functions/domain/cursor.ts';

const [mine, other] = ['wallet-1', 'wallet-2'];

test.each([1, 25, 9_007_199_254_740_991])('a cursor after entry %i leads back to it', (number) => {
  expect(readCursor(mine, cursorAfter(mine, number))).toBe(number);
});

test('a cursor is short enough for the query that takes it, and needs no escaping', () => {
  const cursor = cursorAfter(mine, 9_007_199_254_740_991);
  expect(cursor.length).toBeLessThanOrEqual(64);
  expect(cursor).toBe(encodeURIComponent(cursor));
});

test.each([
  ['of another wallet', cursorAfter(other, 25)],
  ['whose number was changed', cursorAfter(mine, 25).replace('25.', '24.')],
  ['without a mark', '25'],
  ['with an empty mark', '25.'],
  ['that is cut off', cursorAfter(mine, 25).slice(0, -1)],
  ['that goes on', `${cursorAfter(mine, 25)}A`],
  ['of entry 0', cursorAfter(mine, 0)],
  ['with a leading zero', `0${cursorAfter(mine, 25)}`],
  ['of a negative number', cursorAfter(mine, -1)],
  ['of a number past all counting', cursorAfter(mine, 1e21)],
  ['that is empty', ''],
  ['of 1 MB', '1'.repeat(1_000_000)],
])('a cursor %s leads nowhere', (_what, cursor) => {
  expect(readCursor(mine, cursor)).toBeUndefined();
});
