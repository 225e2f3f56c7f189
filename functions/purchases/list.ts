import { database } from '../adapters/postgres/connection/database.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { sessionStore } from '../adapters/postgres/session/session-store.ts';
import { purchaseReplyOf } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { SessionStore } from '../domain/session/session.ts';
import type { Handler, Refusal } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly purchases: Pick<PurchaseStore, 'list'>;
  readonly sessions: SessionStore;
}

/** The caller's purchases, the newest first, a page at a time. */
export const listPurchases: Handler<'listPurchases', Deps> = async (request, { purchases }) => {
  const { caller, query, now } = request;
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
};

const cursorUnknown: Refusal = {
  problem: 'query_invalid',
  detail: 'The field "cursor" must be the "next" of an earlier answer to the same user.',
};

export const handler = lambda('listPurchases', listPurchases, (env) => ({
  purchases: purchaseStore(database(env)),
  sessions: sessionStore(database(env)),
}));
