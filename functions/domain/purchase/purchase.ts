import type { Purchase, PurchaseState } from '../../../src/contract/checkout.ts';
import { type Currency, packExpiresAfterMonths } from '../../../src/contract/prices.ts';
import { type PurchaseTerms, type Reversal, reversedMinor } from './reversal.ts';

/**
 * How far a payment has come, the later the further. `open`: the payment page may be used;
 * `processing`: the payer did their part, and the money is on its way; `closed`: the page ran out,
 * or the payment failed; `paid`: the money is there, which counts whatever was said before.
 */
export const progresses = ['open', 'processing', 'closed', 'paid'] as const;

export type Progress = (typeof progresses)[number];

/** A purchase as it is begun, before anybody has paid. */
export interface NewPurchase extends PurchaseTerms {
  readonly id: string;
  readonly walletId: string;
  readonly packId: string;
  readonly currency: Currency;
  readonly createdAt: Date;
  /** When the payment page runs out. */
  readonly openUntil: Date;
}

/** A purchase as stored. */
export interface StoredPurchase extends NewPurchase {
  readonly progress: Progress;
  /** The payment service's id of the payment, once there is one. */
  readonly paymentId?: string;
  /** How many of its credits were taken back so far. */
  readonly reversedCredits: number;
  readonly paidAt?: Date;
  readonly reversals: readonly Reversal[];
}

/** The further of two: the same word twice, or an earlier one that comes late, changes nothing. */
export function furtherProgress(known: Progress, told: Progress): Progress {
  return progresses.indexOf(told) > progresses.indexOf(known) ? told : known;
}

/** What a purchase is shown as. */
export function purchaseState(purchase: StoredPurchase, now: Date): PurchaseState {
  switch (purchase.progress) {
    case 'open':
      return now < purchase.openUntil ? 'pending' : 'abandoned';
    case 'processing':
      return 'pending';
    case 'closed':
      return 'abandoned';
    case 'paid':
      return paidState(purchase);
  }
}

/** What is still contested comes first, then what is gone, then what came back. */
function paidState(purchase: StoredPurchase): PurchaseState {
  const { reversals } = purchase;
  const hasDispute = (status: Reversal['status']) =>
    reversals.some((one) => one.kind === 'dispute' && one.status === status);
  if (hasDispute('taken')) return 'disputed';
  if (hasDispute('lost')) return 'dispute_lost';
  const goneMinor = reversedMinor(purchase, reversals);
  if (goneMinor >= purchase.amountMinor) return 'refunded';
  if (goneMinor > 0) return 'partly_refunded';
  return hasDispute('returned') ? 'dispute_won' : 'paid';
}

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

/**
 * Until when the credits of a pack are good that is paid at a time: `packExpiresAfterMonths` later,
 * at the same time of day in UTC, and at the end of a month that is too short for its day.
 */
export function packExpiry(paidAt: Date): Date {
  const expiry = new Date(paidAt);
  expiry.setUTCMonth(expiry.getUTCMonth() + packExpiresAfterMonths);
  // A day that the month doesn't have runs over into the next one, whose day 0 is the last before.
  if (expiry.getUTCDate() !== paidAt.getUTCDate()) expiry.setUTCDate(0);
  return expiry;
}
