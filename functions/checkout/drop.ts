import { dropCheckout } from '../../src/contract/checkout.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripeReports } from '../adapters/stripe/payment-reports.ts';
import { stripePayments } from '../adapters/stripe/payments.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { Payments } from '../domain/purchase/payments.ts';
import { purchaseReplyOf } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';
import { type AskDeps, askAboutPurchase } from '../purchases/ask-about-purchase.ts';
import { stripeSettings } from '../settings.ts';
import { payablePurchase } from './payable-purchase.ts';

type Deps = AskDeps & {
  readonly purchases: Pick<PurchaseStore, 'find'>;
  readonly pages: Pick<Payments, 'closePage'>;
};

/**
 * Closes the payment page of a purchase, so that nobody pays there any more. The payment service then
 * says what came of it: it may have been paid a moment before.
 */
export async function drop(
  request: SessionRequest<typeof dropCheckout>,
  deps: Deps,
): Promise<Reply<typeof dropCheckout>> {
  const { now } = request;
  const found = await payablePurchase(request, deps.purchases);
  if (!found.ok) return found;
  const { id, walletId, sessionId } = found.purchase;
  const closed = await deps.pages.closePage(sessionId);
  if (!closed.ok) return closed;
  const asked = await askAboutPurchase(id, { now, pauseMs: 0 }, deps);
  if (!asked.ok) return asked;
  const purchase = (await deps.purchases.find(walletId, id)) ?? found.purchase;
  return { status: 200, body: purchaseReplyOf(purchase, now), counts: asked.counts };
}

export const handler = forSession(dropCheckout, drop, (db, env) => ({
  purchases: purchaseStore(db),
  pages: stripePayments(stripeSettings(env)),
  payments: stripeReports(stripeSettings(env)),
}));
