import { describe, expect, test } from 'vitest';
import {
  balanceCredits,
  byText,
  changeLots,
  inBurnOrder,
  type Lot,
} from '../../../../../functions/domain/ledger/wallet.ts';
import { at, beginning } from '../../../../support/ledger-commands.ts';

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
    'a trial before what expires earlier',
    { source: 'trial', expiresAt: at(20) },
    { source: 'purchase', expiresAt: at(5) },
  ],
  [
    'a dispute won like a purchase: what expires earlier',
    { source: 'purchase', expiresAt: at(5) },
    { source: 'refund_reversed', expiresAt: at(6) },
  ],
  ['of equal expiry the older', { id: 'b', grantedAt: at(1) }, { id: 'a', grantedAt: at(2) }],
  ['of equal age the lower id', { id: 'a' }, { id: 'b' }],
])('spends %s', (_, first, second) => {
  const lots = [aLot({ id: 'x', ...first }), aLot({ id: 'y', ...second })];
  expect(inBurnOrder(lots.toReversed())).toEqual(lots);
  expect(inBurnOrder(lots)).toEqual(lots);
});

test('the balance counts what is held and not what is owed (rule 2)', () => {
  const lots = [
    aLot({ id: 'a', remainingCredits: 3, heldCredits: 2 }),
    aLot({ id: 'b', remainingCredits: 0, owedCredits: 4 }),
  ];
  expect(balanceCredits({ lots })).toBe(1);
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

  test('that the wallet does not have is a defect, not a loss', () => {
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
