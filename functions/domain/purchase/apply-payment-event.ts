import type { PaymentEvent } from './payments.ts';
import { furtherProgress, type StoredPurchase } from './purchase.ts';
import { mergeReversal, type Reversal, reversedCredits } from './reversal.ts';

/** What a purchase becomes by news, and what its wallet is due for that. */
export interface PurchaseChange {
  readonly ok: true;
  /** The same object as before, when the news changed nothing. */
  readonly purchase: StoredPurchase;
  /** Whether the credits are to be granted now. */
  readonly isNewlyPaid: boolean;
  /** How many credits are to be taken back now; given back again, when it is negative. */
  readonly takeBackCredits: number;
}

/** Why news cannot be about the purchase that they name. */
export type PaymentMismatch = 'amount' | 'currency' | 'payment';

/**
 * What a purchase becomes by news of its payment. The same news again change nothing, and in
 * whatever order some news come, they lead to the same: what is due to the wallet is not in the
 * news, but the difference between what the purchase says now and what was done before.
 *
 * @returns why not, when the payment is not the one that was ordered; nothing changes then
 */
export function applyPaymentEvent(
  purchase: StoredPurchase,
  event: PaymentEvent,
  now: Date,
): PurchaseChange | { readonly ok: false; readonly mismatch: PaymentMismatch } {
  const mismatch = mismatchOf(purchase, event);
  if (mismatch) return { ok: false, mismatch };
  const told = withEvent(purchase, event, now);
  if (told === purchase) return { ok: true, purchase, isNewlyPaid: false, takeBackCredits: 0 };
  const isNewlyPaid = told.progress === 'paid' && purchase.progress !== 'paid';
  const owedBack = told.progress === 'paid' ? reversedCredits(told, told.reversals) : 0;
  return {
    ok: true,
    purchase: { ...told, reversedCredits: owedBack },
    isNewlyPaid,
    takeBackCredits: owedBack - purchase.reversedCredits,
  };
}

function mismatchOf(purchase: StoredPurchase, event: PaymentEvent): PaymentMismatch | undefined {
  if (event.kind === 'progress') return undefined;
  if (purchase.paymentId !== undefined && purchase.paymentId !== event.paymentId) return 'payment';
  if (event.kind === 'paid') {
    if (event.currency !== purchase.currency) return 'currency';
    return event.amountMinor === purchase.amountMinor ? undefined : 'amount';
  }
  const isForeignRefund = event.reversal.kind === 'refund' && event.currency !== purchase.currency;
  return isForeignRefund ? 'currency' : undefined;
}

/** The same object, when there is nothing new in the news. */
function withEvent(purchase: StoredPurchase, event: PaymentEvent, now: Date): StoredPurchase {
  switch (event.kind) {
    case 'progress': {
      const progress = furtherProgress(purchase.progress, event.progress);
      return progress === purchase.progress ? purchase : { ...purchase, progress };
    }
    case 'paid':
      if (purchase.progress === 'paid') return purchase;
      return { ...purchase, progress: 'paid', paymentId: event.paymentId, paidAt: now };
    case 'reversal':
      return withReversal(purchase, event.paymentId, reversalOf(purchase, event));
  }
}

/** A bank may dispute in a currency of its own, where a share cannot be told: all counts then. */
function reversalOf(
  { currency, amountMinor }: StoredPurchase,
  event: Extract<PaymentEvent, { kind: 'reversal' }>,
): Reversal {
  return event.currency === currency ? event.reversal : { ...event.reversal, amountMinor };
}

function withReversal(purchase: StoredPurchase, paymentId: string, told: Reversal): StoredPurchase {
  const known = purchase.reversals.find(({ id }) => id === told.id);
  const merged = mergeReversal(known, told);
  if (merged === known) return purchase;
  const others = purchase.reversals.filter((one) => one !== known);
  return { ...purchase, paymentId, reversals: [...others, merged] };
}
