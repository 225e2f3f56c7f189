import { expect, test } from 'vitest';
import { read } from '../../../../functions/credits/read.ts';
import type { Lot, Wallet } from '../../../../functions/domain/ledger/wallet.ts';
import { account, now, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';

const request = { ...plainRequest, caller: sessionCaller };

function lot(
  id: string,
  remainingCredits: number,
  expiresAt: string,
  change: Partial<Lot> = {},
): Lot {
  return {
    id,
    source: 'trial',
    amountCredits: 100,
    remainingCredits,
    heldCredits: 0,
    owedCredits: 0,
    expiredCredits: 0,
    refundedCredits: 0,
    reference: 'reference',
    actor: 'system',
    grantedAt: new Date('2026-11-01T00:00:00Z'),
    expiresAt: new Date(expiresAt),
    ...change,
  };
}

async function balanceOf(lots: readonly Lot[], lowMarkCredits?: number) {
  const asked: unknown[] = [];
  const credits = {
    read: async (id: string, at: Date): Promise<Wallet> => {
      asked.push([id, at]);
      const wallet = { id, entryCount: lots.length, lots, holds: [], keys: [] };
      return lowMarkCredits === undefined ? wallet : { ...wallet, lowMarkCredits };
    },
  };
  const reply = await read(request, { credits });
  expect(asked).toEqual([[account.walletId, now]]);
  return reply;
}

test('the balance is that of the caller’s wallet, its grants in their order', async () => {
  const lots = [lot('b', 5, '2026-12-21', { heldCredits: 3 }), lot('a', 20, '2027-11-21')];
  expect(await balanceOf(lots)).toEqual({
    status: 200,
    body: {
      available: 25,
      held: 3,
      grants: [
        { id: 'b', source: 'trial', remaining: 5, expiresAt: '2026-12-21T00:00:00.000Z' },
        { id: 'a', source: 'trial', remaining: 20, expiresAt: '2027-11-21T00:00:00.000Z' },
      ],
      expiringSoon: 0,
      owed: 0,
      low: false,
    },
  });
});

test('an empty lot is no grant, and its debt is shown', async () => {
  const until = '2027-11-21T00:00:00Z';
  const lots = [lot('a', 0, until, { owedCredits: 30 }), lot('b', 0, until, { heldCredits: 2 })];
  const body = { available: 0, held: 2, grants: [], expiringSoon: 0, owed: 30, low: false };
  expect(await balanceOf(lots)).toEqual({ status: 200, body });
});

test('the balance is low at its mark and below', async () => {
  const lots = [lot('a', 5, '2027-11-21T00:00:00Z')];
  expect(await balanceOf(lots, 5)).toMatchObject({ body: { low: true } });
  expect(await balanceOf(lots, 4)).toMatchObject({ body: { low: false } });
});

test('credits expire soon when their expiry is at most seven days away', async () => {
  const lots = [
    lot('a', 1, '2026-11-22T00:00:00Z'),
    lot('b', 2, '2026-11-28T12:00:00Z'),
    lot('c', 4, '2026-11-28T12:00:01Z'),
  ];
  expect(await balanceOf(lots)).toMatchObject({ body: { available: 7, expiringSoon: 3 } });
});

test('an empty wallet has an empty balance', async () => {
  const body = { available: 0, held: 0, grants: [], expiringSoon: 0, owed: 0, low: false };
  expect(await balanceOf([])).toEqual({ status: 200, body });
});
