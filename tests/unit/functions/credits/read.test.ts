import { expect, test } from 'vitest';
import { readCredits } from '../../../../functions/credits/read.ts';
import type { Lot, Wallet } from '../../../../functions/domain/ledger.ts';
import type { Request } from '../../../../functions/http/handler.ts';
import { account, memorySessions, now } from '../../../support/memory-stores.ts';

const request: Request<'readCredits'> = {
  method: 'GET',
  path: '/api/credits',
  headers: {},
  sessionCookie: { kind: 'absent' },
  query: undefined,
  body: undefined,
  caller: { kind: 'session', account },
  now,
};

function lot(id: string, remainingCredits: number, expiresAt: string): Lot {
  const times = { grantedAt: new Date('2026-11-01T00:00:00Z'), expiresAt: new Date(expiresAt) };
  return { id, source: 'trial', amountCredits: 100, remainingCredits, ...times };
}

async function balanceOf(lots: readonly Lot[], heldCredits = 0) {
  const asked: unknown[] = [];
  const credits = {
    read: async (id: string, at: Date): Promise<Wallet> => {
      asked.push([id, at]);
      return { id, entryCount: lots.length, heldCredits, owedCredits: 0, lots };
    },
  };
  const reply = await readCredits(request, { credits, sessions: memorySessions() });
  expect(asked).toEqual([[account.walletId, now]]);
  return reply;
}

test('the balance is that of the caller’s wallet, its grants in its order', async () => {
  const lots = [lot('b', 5, '2026-12-21T00:00:00Z'), lot('a', 20, '2027-11-21T00:00:00Z')];
  expect(await balanceOf(lots, 3)).toEqual({
    status: 200,
    body: {
      available: 25,
      held: 3,
      grants: [
        { id: 'b', source: 'trial', remaining: 5, expiresAt: '2026-12-21T00:00:00.000Z' },
        { id: 'a', source: 'trial', remaining: 20, expiresAt: '2027-11-21T00:00:00.000Z' },
      ],
      expiringSoon: 0,
    },
  });
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
  const body = { available: 0, held: 0, grants: [], expiringSoon: 0 };
  expect(await balanceOf([])).toEqual({ status: 200, body });
});
