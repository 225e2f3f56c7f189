import type { PaymentNews } from './payments.ts';
import { furtherProgress, type StoredPurchase } from './purchase.ts';
import { mergeReversal, type Reversal } from './reversal.ts';
import { takenBackCredits } from './reversed-credits.ts';

/** What a purchase becomes by news, and what its wallet is due for that. */
export interface Settlement {
  readonly ok: true;
  /** The same object as before, when the news changed nothing. */
  readonly purchase: StoredPurchase;
  /** Whether the credits are to be granted now. */
  readonly isNewlyPaid: boolean;
  /** How many credits are to be taken back now; given back again, when it is negative. */
  readonly takeBackCredits: number;
}

/** Why news cannot be about the purchase that they name. */
export type Mismatch = 'amount' | 'currency' | 'payment';

/**
 * What a purchase becomes by news of its payment. The same news again change nothing, and in
 * whatever order some news come, they lead to the same: what is due to the wallet is not in the
 * news, but the difference between what the purchase says now and what was done before.
 *
 * @returns why not, when the payment is not the one that was ordered; nothing changes then
 */
export function takeNews(
  purchase: StoredPurchase,
  news: PaymentNews,
  now: Date,
): Settlement | { readonly ok: false; readonly mismatch: Mismatch } {
  const mismatch = mismatchOf(purchase, news);
  if (mismatch) return { ok: false, mismatch };
  const told = applied(purchase, news, now);
  if (told === purchase) return { ok: true, purchase, isNewlyPaid: false, takeBackCredits: 0 };
  const isNewlyPaid = told.progress === 'paid' && purchase.progress !== 'paid';
  const owedBack = told.progress === 'paid' ? takenBackCredits(told, told.reversals) : 0;
  return {
    ok: true,
    purchase: { ...told, takenBackCredits: owedBack },
    isNewlyPaid,
    takeBackCredits: owedBack - purchase.takenBackCredits,
  };
}

function mismatchOf(purchase: StoredPurchase, news: PaymentNews): Mismatch | undefined {
  if (news.kind === 'progress') return undefined;
  if (purchase.paymentId !== undefined && purchase.paymentId !== news.paymentId) return 'payment';
  if (news.kind === 'paid') {
    if (news.currency !== purchase.currency) return 'currency';
    return news.amountMinor === purchase.amountMinor ? undefined : 'amount';
  }
  const isForeignRefund = news.reversal.kind === 'refund' && news.currency !== purchase.currency;
  return isForeignRefund ? 'currency' : undefined;
}

/** The same object, when there is nothing new in the news. */
function applied(purchase: StoredPurchase, news: PaymentNews, now: Date): StoredPurchase {
  switch (news.kind) {
    case 'progress': {
      const progress = furtherProgress(purchase.progress, news.progress);
      return progress === purchase.progress ? purchase : { ...purchase, progress };
    }
    case 'paid':
      if (purchase.progress === 'paid') return purchase;
      return { ...purchase, progress: 'paid', paymentId: news.paymentId, paidAt: now };
    case 'reversal':
      return withReversal(purchase, news.paymentId, reversalOf(purchase, news));
  }
}

/** A bank may dispute in a currency of its own, where a share cannot be told: all counts then. */
function reversalOf(
  { currency, amountMinor }: StoredPurchase,
  news: Extract<PaymentNews, { kind: 'reversal' }>,
): Reversal {
  return news.currency === currency ? news.reversal : { ...news.reversal, amountMinor };
}

function withReversal(purchase: StoredPurchase, paymentId: string, told: Reversal): StoredPurchase {
  const known = purchase.reversals.find(({ id }) => id === told.id);
  const merged = mergeReversal(known, told);
  if (merged === known) return purchase;
  const others = purchase.reversals.filter((one) => one !== known);
  return { ...purchase, paymentId, reversals: [...others, merged] };
}
