import { expect, test } from 'vitest';
import type { PurchasePage } from '../../../../functions/domain/purchase/purchase-store.ts';
import { list } from '../../../../functions/purchases/list.ts';
import { account, sessionCaller } from '../../../support/memory-stores.ts';
import { plainRequest } from '../../../support/plain-request.ts';
import { aPurchase, aReversal, purchaseId } from '../../../support/purchases.ts';

function listed(page: PurchasePage | undefined, cursor?: string) {
  const query = cursor === undefined ? {} : { cursor };
  return list(
    { ...plainRequest, query, caller: sessionCaller },
    {
      list: async (walletId, asked) => {
        expect([walletId, asked]).toEqual([account.walletId, cursor]);
        return page;
      },
    },
  );
}

test('a purchase is listed with its price, its reversals and its times', async () => {
  const paidAt = new Date('2026-11-21T12:05:00Z');
  const changes = { progress: 'paid', paidAt, reversedCredits: 250 } as const;
  const purchase = aPurchase({ ...changes, reversals: [aReversal()] });
  expect(await listed({ purchases: [purchase], hasMore: false })).toEqual({
    status: 200,
    body: {
      purchases: [
        {
          id: purchaseId,
          pack: 'medium',
          credits: 500,
          currency: 'USD',
          amountMinor: 2_000,
          state: 'partly_refunded',
          automatic: false,
          payable: false,
          takenBackMinor: 1_000,
          takenBackCredits: 250,
          createdAt: '2026-11-21T12:00:00.000Z',
          paidAt: '2026-11-21T12:05:00.000Z',
        },
      ],
      next: null,
    },
  });
});

test.each([
  ['pays', true],
  ['saves', false],
] as const)('a purchase whose card %s is automatic: %s', async (card, automatic) => {
  const page = { purchases: [aPurchase({ card })], hasMore: false };
  expect(await listed(page)).toMatchObject({ body: { purchases: [{ automatic }] } });
});

test('a page that is not the last has the cursor of the next one', async () => {
  const page = { purchases: [aPurchase()], hasMore: true };
  expect(await listed(page, 'cursor')).toMatchObject({ body: { next: purchaseId } });
});

test('a cursor of another caller is refused', async () => {
  expect(await listed(undefined, 'cursor')).toMatchObject({ code: 'query_invalid' });
});
