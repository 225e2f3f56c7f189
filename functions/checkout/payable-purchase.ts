import type { dropCheckout, resumeCheckout } from '../../src/contract/checkout.ts';
import type { SessionRequest } from '../callers/for-session.ts';
import { isPayable } from '../domain/purchase/purchase.ts';
import type { PurchaseStore } from '../domain/purchase/purchase-store.ts';

/** Finds a purchase of the caller whose payment page is open, as far as we know. */
export async function payablePurchase(
  { params, caller, now }: SessionRequest<typeof dropCheckout | typeof resumeCheckout>,
  purchases: Pick<PurchaseStore, 'find'>,
) {
  const purchase = await purchases.find(caller.account.walletId, params.id);
  return purchase && isPayable(purchase, now) ? ({ ok: true, purchase } as const) : notPayable;
}

export const notPayable = {
  ok: false,
  code: 'purchase_not_found',
  detail: 'You have no purchase with that id whose payment page is open.',
} as const;
