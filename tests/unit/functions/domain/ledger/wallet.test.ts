import { describe, expect, test } from 'vitest';
import {
  balanceCredits,
  byText,
  changeLots,
  fellLow,
  inSpendOrder,
  isLow,
  type Lot,
  lowMarkOf,
} from '../../../../../functions/domain/ledger/wallet.ts';
import { at, beginning } from '../../../../support/ledger-commands.ts';
import { play } from '../../../../support/ledger-scenario.ts';

function aLot(change: Partial<Lot>): Lot {
  return {
    id: 'lot',
    source: 'trial',
    amountCredits: 5,
    remainingCredits: 5,
    heldCredits: 0,
    owedCredits: 0,
    expiredCredits: 0,
    refundedCredits: 0,
    reference: 'reference',
    actor: 'system',
    grantedAt: at(0),
    expiresAt: at(10),
    ...change,
  };
}

test.each<[string, Partial<Lot>, Partial<Lot>]>([
  ['a trial before an operator’s gift', { source: 'trial' }, { source: 'operator' }],
  ['an operator’s gift before a purchase', { source: 'operator' }, { source: 'purchase' }],
  [
    'a trial before a lot that expires earlier',
    { source: 'trial', expiresAt: at(20) },
    { source: 'purchase', expiresAt: at(5) },
  ],
  [
    'a won dispute like a purchase: the earliest expiry',
    { source: 'purchase', expiresAt: at(5) },
    { source: 'refund_reversed', expiresAt: at(6) },
  ],
  ['of equal expiry the older', { id: 'b', grantedAt: at(1) }, { id: 'a', grantedAt: at(2) }],
  ['of equal age the lower id', { id: 'a' }, { id: 'b' }],
])('spends %s', (_, first, second) => {
  const lots = [aLot({ id: 'x', ...first }), aLot({ id: 'y', ...second })];
  expect(inSpendOrder(lots.toReversed())).toEqual(lots);
  expect(inSpendOrder(lots)).toEqual(lots);
});

test('the balance counts held credits and not debts (rule 2)', () => {
  const held = aLot({ id: 'a', remainingCredits: 3, heldCredits: 2 });
  const owed = aLot({ id: 'b', remainingCredits: 0, owedCredits: 4 });
  expect(balanceCredits({ lots: [held, owed] })).toBe(1);
});

describe('a share of a lot', () => {
  const wallet = { ...beginning.wallet, lots: [aLot({ id: 'a' }), aLot({ id: 'b' })] };
  const spend = (lot: Lot, credits: number) => ({
    ...lot,
    remainingCredits: lot.remainingCredits - credits,
  });

  test('changes that lot, and the others stay the same objects', () => {
    const after = changeLots(wallet, [{ lotId: 'b', amountCredits: 2 }], spend);
    expect(after.lots).toMatchObject([{ remainingCredits: 5 }, { remainingCredits: 3 }]);
    expect(after.lots[0]).toBe(wallet.lots[0]);
  });

  test('of an unknown lot is a defect, not a loss', () => {
    const shares = [{ lotId: 'c', amountCredits: 2 }];
    expect(() => changeLots(wallet, shares, spend)).toThrow('lot c is not in wallet wallet');
  });
});

test.each([
  ['a', 'b', -1],
  ['b', 'a', 1],
  ['a', 'a', 0],
  ['B', 'a', -1],
])('%s and %s are ordered by their code units', (a, b, order) => {
  expect(byText(a, b)).toBe(order);
});

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

test('the change that crosses the mark is reported once', () => {
  const start = '0: trial t 25 900 = 25 0 0\n1: hold h 20 9 = 5 20 0';
  const before = play(start).wallet;
  const low = play(`${start}\n2: capture h = 5 0 0`).wallet;
  const lower = play(`${start}\n2: capture h = 5 0 0\n3: hold i 1 9 = 4 1 0`).wallet;
  const fell = [fellLow(beginning.wallet, low), fellLow(before, low), fellLow(low, lower)];
  expect(fell).toEqual([false, true, false]);
});
