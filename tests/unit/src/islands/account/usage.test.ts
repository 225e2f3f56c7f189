import { describe, expect, it } from 'vitest';
import type { UsageBucket } from '../../../../../src/contract/usage.ts';
import { labelledIndexes } from '../../../../../src/islands/account/Plot.tsx';
import { isEmpty, shownBuckets } from '../../../../../src/islands/account/Usage.tsx';

const idle = { used: 0, added: 0, expired: 0, refunded: 0, balance: 0 };

/** Days, of which the last ones have a balance. */
function days(count: number, withBalance: number): UsageBucket[] {
  return Array.from({ length: count }, (_, day) => ({
    ...idle,
    start: new Date(Date.UTC(2026, 0, 1 + day)).toISOString(),
    balance: day >= count - withBalance ? 25 : 0,
  }));
}

describe('the periods that are shown', () => {
  it.each([
    [0, 3],
    [1, 3],
    [3, 3],
    [4, 4],
    [90, 90],
  ])('%i days of balance are shown as %i', (withBalance, shown) => {
    const buckets = days(90, withBalance);
    expect(shownBuckets({ by: 'day', buckets })).toEqual(buckets.slice(-shown));
  });

  it('are all of them when there are few', () => {
    expect(shownBuckets({ by: 'day', buckets: days(2, 1) })).toHaveLength(2);
  });
});

it('the usage of a wallet that never had credits is empty; of one that spent them it is not', () => {
  const [first, ...others] = days(20, 0);
  expect(isEmpty({ by: 'day', buckets: others })).toBe(true);
  expect(isEmpty({ by: 'day', buckets: [{ ...idle, start: first?.start ?? '', used: 1 }] })).toBe(
    false,
  );
});

it.each([
  [14, 7, [1, 3, 5, 7, 9, 11, 13]],
  [5, 9, [0, 1, 2, 3, 4]],
  [3, 1, [2]],
  [3, 0, [2]],
  [0, 4, []],
])(
  'of %i indexes with room for %i labels, some at even distances have one',
  (count, max, places) => {
    expect(labelledIndexes(count, max)).toEqual(places);
  },
);
