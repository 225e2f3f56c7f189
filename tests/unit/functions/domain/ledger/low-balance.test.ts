import { describe, expect, test } from 'vitest';
import { fellLow, isLow, lowMarkOf } from '../../../../../functions/domain/ledger/low-balance.ts';
import { beginning } from '../../../../support/ledger-commands.ts';
import { play } from '../../../../support/ledger-scenario.ts';

test.each([
  [25, 5],
  [100, 20],
  [4, 0],
  [1_000_000_000, 200_000_000],
])('after a grant of %d the balance is low at %d', (amount, mark) => {
  expect(lowMarkOf(amount)).toBe(mark);
});

describe('a wallet', () => {
  test.each([
    ['above the mark is not low', 'hold h 19 9 = 6 19 0', 'capture h = 6 0 0', false],
    ['at the mark is low', 'hold h 20 9 = 5 20 0', 'capture h = 5 0 0', true],
    ['whose credits are only held is not low', 'hold h 25 9 = 0 25 0', 'wait = 0 25 0', false],
  ])('%s', (_, first, second, low) => {
    const { wallet } = play(`
      0: trial t 25 900 = 25 0 0
      1: ${first}
      2: ${second}`);
    expect(isLow(wallet)).toBe(low);
  });

  test('that never had a trial or a purchase has no mark', () => {
    const { wallet } = play('0: operator g 5 900 = 5 0 0');
    expect(wallet.lowMarkCredits).toBeUndefined();
    expect(isLow(beginning.wallet)).toBe(false);
  });

  test('takes its mark from the last purchase', () => {
    const { wallet } = play(`
      0: trial t 25 900     =  25 0 0
      1: purchase p 100 900 = 125 0 0
      2: operator g 500 900 = 625 0 0`);
    expect(wallet.lowMarkCredits).toBe(20);
  });
});

test('the change that crosses the mark is told once', () => {
  const start = '0: trial t 25 900 = 25 0 0\n1: hold h 20 9 = 5 20 0';
  const before = play(start).wallet;
  const low = play(`${start}\n2: capture h = 5 0 0`).wallet;
  const lower = play(`${start}\n2: capture h = 5 0 0\n3: hold i 1 9 = 4 1 0`).wallet;
  expect([fellLow(beginning.wallet, low), fellLow(before, low), fellLow(low, lower)]).toEqual([
    false,
    true,
    false,
  ]);
});
