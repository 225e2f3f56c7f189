import { describe, expect, test } from 'vitest';
import {
  type PeriodSum,
  periodStarts,
  usageBuckets,
} from '../../../../../functions/domain/ledger/usage.ts';
import { usageLength, usagePeriods } from '../../../../../src/contract/usage.ts';

function startsOf(by: (typeof usagePeriods)[number], now: string): readonly string[] {
  return periodStarts(by, new Date(now)).map((start) => start.toISOString().slice(0, 16));
}

describe('the periods', () => {
  test.each(usagePeriods)('by %s are as many as promised, without a gap', (by) => {
    const starts = periodStarts(by, new Date('2026-11-21T12:00:00Z'));
    expect(starts).toHaveLength(usageLength[by]);
    expect(starts).toEqual(starts.toSorted((a, b) => a.getTime() - b.getTime()));
    expect(new Set(starts.map(Number)).size).toBe(starts.length);
  });

  test.each([
    ['day', '2026-11-21T12:00:00Z', '2026-11-20T00:00', '2026-11-21T00:00'],
    ['day', '2026-11-21T00:00:00Z', '2026-11-20T00:00', '2026-11-21T00:00'],
    ['day', '2026-11-20T23:59:59.999Z', '2026-11-19T00:00', '2026-11-20T00:00'],
    ['day', '2028-03-01T06:00:00Z', '2028-02-29T00:00', '2028-03-01T00:00'],
    ['week', '2026-11-21T12:00:00Z', '2026-11-09T00:00', '2026-11-16T00:00'],
    ['week', '2026-11-22T23:59:59Z', '2026-11-09T00:00', '2026-11-16T00:00'],
    ['week', '2026-11-23T00:00:00Z', '2026-11-16T00:00', '2026-11-23T00:00'],
    ['week', '2027-01-01T00:00:00Z', '2026-12-21T00:00', '2026-12-28T00:00'],
    ['month', '2026-03-31T12:00:00Z', '2026-02-01T00:00', '2026-03-01T00:00'],
    ['month', '2026-01-01T00:00:00Z', '2025-12-01T00:00', '2026-01-01T00:00'],
  ] as const)('by %s at %s end with %s and %s', (by, now, ...last) => {
    expect(startsOf(by, now).slice(-2)).toEqual(last);
  });

  test('by month go back two years from the end of a month', () => {
    expect(startsOf('month', '2026-03-31T12:00:00Z')[0]).toBe('2024-04-01T00:00');
  });
});

describe('the buckets', () => {
  const starts = ['2026-11-19', '2026-11-20', '2026-11-21'].map((day) => new Date(day));

  function sum(kind: PeriodSum['kind'], amountCredits: number, day: string): PeriodSum {
    return { kind, amountCredits, start: new Date(day) };
  }

  function bucketsOf(balanceCredits: number, ...sums: readonly PeriodSum[]) {
    return usageBuckets(starts, { balanceCredits, sums });
  }

  test('have the credits added and used, and the balance after them', () => {
    const buckets = bucketsOf(
      12,
      sum('grant', 25, '2026-11-19'),
      sum('capture', -5, '2026-11-19'),
      sum('capture', -7, '2026-11-21'),
      sum('expire', -1, '2026-11-21'),
    );
    const nothing = { used: 0, added: 0, expired: 0, refunded: 0 };
    expect(buckets).toEqual([
      { ...nothing, start: '2026-11-19T00:00:00.000Z', added: 25, used: 5, balance: 20 },
      { ...nothing, start: '2026-11-20T00:00:00.000Z', balance: 20 },
      { ...nothing, start: '2026-11-21T00:00:00.000Z', used: 7, expired: 1, balance: 12 },
    ]);
  });

  test('count refunds apart, also as debt, and count returned credits as added', () => {
    const [, taken, back] = bucketsOf(
      -60,
      sum('refund', -100, '2026-11-20'),
      sum('refund_reversed', 40, '2026-11-21'),
      sum('grant', 10, '2026-11-21'),
    );
    expect(taken).toMatchObject({ refunded: 100, added: 0, balance: -110 });
    expect(back).toMatchObject({ added: 50, refunded: 0, balance: -60 });
  });

  test('leave out holds and releases, which move credits and change no balance', () => {
    const before = bucketsOf(5);
    const held = [sum('hold', 0, '2026-11-20'), sum('release', 0, '2026-11-20')];
    expect(bucketsOf(5, ...held)).toEqual(before);
  });

  test('count an entry of a clock that is ahead in the last period', () => {
    expect(bucketsOf(3, sum('grant', 3, '2026-11-22'))).toMatchObject([
      { added: 0, balance: 0 },
      { added: 0, balance: 0 },
      { added: 3, balance: 3 },
    ]);
  });

  test('of a wallet without recent entries have its balance', () => {
    expect(bucketsOf(25).map(({ balance }) => balance)).toEqual([25, 25, 25]);
  });
});
