import { resumeCheckout } from '../../src/contract/checkout.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripePayments } from '../adapters/stripe/payments.ts';
import { forSession, type SessionRequest } from '../callers/for-session.ts';
import type { Payments } from '../domain/purchase/payments.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';
import { stripeSettings } from '../settings.ts';
import { notPayable, payablePurchase } from './payable-purchase.ts';

interface Deps {
  readonly purchases: Pick<PurchaseStore, 'find'>;
  readonly payments: Pick<Payments, 'findPage'>;
}

/** Answers the page of a purchase that the buyer has left unpaid. */
export async function resume(
  request: SessionRequest<typeof resumeCheckout>,
  { purchases, payments }: Deps,
): Promise<Reply<typeof resumeCheckout>> {
  const found = await payablePurchase(request, purchases);
  if (!found.ok) return found;
  const page = await payments.findPage(found.purchase.sessionId);
  if (!page.ok) return page;
  return page.url === undefined ? notPayable : { status: 200, body: { url: page.url } };
}

export const handler = forSession(resumeCheckout, resume, (db, env) => ({
  purchases: purchaseStore(db),
  payments: stripePayments(stripeSettings(env)),
}));
