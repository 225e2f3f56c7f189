import type { Purchase } from '../../../src/contract/checkout.ts';
import { purchaseState, type StoredPurchase } from './purchase.ts';
import { reversedMinor } from './reversed-credits.ts';

/** A purchase as its buyer sees it at a time. */
export function purchaseReplyOf(purchase: StoredPurchase, now: Date): Purchase {
  const { id, packId, amountCredits, currency, amountMinor, paidAt } = purchase;
  return {
    id,
    pack: packId,
    credits: amountCredits,
    currency,
    amountMinor,
    state: purchaseState(purchase, now),
    takenBackMinor: reversedMinor(purchase, purchase.reversals),
    takenBackCredits: purchase.reversedCredits,
    createdAt: purchase.createdAt.toISOString(),
    ...(paidAt ? { paidAt: paidAt.toISOString() } : {}),
  };
}
