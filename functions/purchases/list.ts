import { listPurchases } from '../../src/contract/checkout.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { purchaseReplyOf } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';

/** The caller's purchases, the newest first, a page at a time. */
export async function list(
  { caller, query, now }: SessionRequest<typeof listPurchases>,
  purchases: Pick<PurchaseStore, 'list'>,
): Promise<Reply<typeof listPurchases>> {
  const page = await purchases.list(caller.account.walletId, query.cursor);
  if (!page) return cursorUnknown;
  const next = page.hasMore ? page.purchases.at(-1)?.id : undefined;
  return {
    status: 200,
    body: {
      purchases: page.purchases.map((purchase) => purchaseReplyOf(purchase, now)),
      next: next ?? null,
    },
  };
}

const cursorUnknown = {
  ok: false,
  code: 'query_invalid',
  detail: 'The field "cursor" must be the "next" of an earlier answer to the same user.',
} as const;

export const handler = forSession(listPurchases, list, (db) => purchaseStore(db));
