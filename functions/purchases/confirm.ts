import { confirmPurchase } from '../../src/contract/checkout.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripeReports } from '../adapters/stripe/payment-reports.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import { purchaseReplyOf, undecided } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';
import { stripeSettings } from '../settings.ts';
import { type AskDeps, askAboutPurchase } from './ask-about-purchase.ts';

/** However often a page calls, the payment service is asked once in so many milliseconds. */
const ASK_AGAIN_MS = 5_000;

type Deps = AskDeps & { readonly purchases: Pick<PurchaseStore, 'find'> };

/**
 * Asks about a purchase whose buyer has come back, and answers what is known afterwards. It is a
 * call of its own, because a list must neither wait for Stripe nor change anything.
 */
export async function confirm(
  { params, caller, now }: SessionRequest<typeof confirmPurchase>,
  deps: Deps,
): Promise<Reply<typeof confirmPurchase>> {
  const { walletId } = caller.account;
  const known = await deps.purchases.find(walletId, params.id);
  if (!known) return purchaseUnknown;
  // No page is open for one that a saved card pays: its worker asks.
  if (!undecided.includes(known.progress) || known.card === 'pays') {
    return { status: 200, body: purchaseReplyOf(known, now) };
  }
  const asked = await askAboutPurchase(params.id, { now, pauseMs: ASK_AGAIN_MS }, deps);
  if (!asked.ok) return asked;
  const purchase = (await deps.purchases.find(walletId, params.id)) ?? known;
  return { status: 200, body: purchaseReplyOf(purchase, now), counts: asked.counts };
}

const purchaseUnknown = {
  ok: false,
  code: 'purchase_not_found',
  detail: 'You have no such purchase. GET /api/purchases lists your purchases.',
} as const;

export const handler = forSession(confirmPurchase, confirm, (db, env) => ({
  purchases: purchaseStore(db),
  payments: stripeReports(stripeSettings(env)),
}));
