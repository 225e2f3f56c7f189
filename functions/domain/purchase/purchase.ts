import { invoicePaper, type Purchase, type PurchaseState } from '../../../src/contract/checkout.ts';
import { packExpiresAfterMonths } from '../../../src/contract/prices.ts';
import { type Bill, billOf, isPlain, partsOf, returnedOf } from './bill.ts';
import type { PurchaseTerms, Reversal } from './reversal.ts';

/**
 * The progress of a payment, in order. `open`: the payment page can be used. `processing`: the payer
 * has finished, and the money is on its way. `closed`: the page has expired, or the payment failed.
 * `paid`: we have the money, whatever was reported before.
 */
export const progresses = ['open', 'processing', 'closed', 'paid'] as const;

export type Progress = (typeof progresses)[number];

/** The progress of purchases whose payment may still come, or whose webhook is missing. */
export const undecided: readonly Progress[] = ['open', 'processing'];

export interface NewPurchase extends PurchaseTerms {
  readonly id: string;
  readonly walletId: string;
  readonly packId: string;
  readonly currency: string;
  readonly createdAt: Date;
  /** When the payment page expires. */
  readonly openUntil: Date;
  /** `saves`: its payment saves the card. `pays`: a saved card pays it, without a page. */
  readonly card?: 'saves' | 'pays';
}

export interface StoredPurchase extends NewPurchase {
  readonly progress: Progress;
  /** The payment service's id of the payment; absent before there is one. */
  readonly paymentId?: string;
  /** The payment page's id; absent before there is one, and in purchases from before 0008. */
  readonly sessionId?: string;
  /** How many of its credits refunds and disputes have taken back so far. */
  readonly reversedCredits: number;
  readonly paidAt?: Date;
  /** The parts of the payment; absent where there is neither a discount nor tax. */
  readonly bill?: Bill;
  /** The buyer's country as an ISO 3166-1 code; absent where the payment page does not ask. */
  readonly country?: string;
  /** The payment service's id of the invoice; absent where it makes none. */
  readonly invoiceId?: string;
  /** Absent until it is paid, and in purchases from before 0021. */
  readonly receiptNumber?: string;
  readonly reversals: readonly Reversal[];
}

/** Whether the buyer can still go to the payment page of a purchase. */
export function isPayable(
  purchase: StoredPurchase,
  now: Date,
): purchase is StoredPurchase & Required<Pick<StoredPurchase, 'sessionId'>> {
  return (
    purchase.progress === 'open' && purchase.sessionId !== undefined && now < purchase.openUntil
  );
}

/** The later of two in the order of `progresses`: a repeated or delayed event changes nothing. */
export function furtherProgress(stored: Progress, reported: Progress): Progress {
  return progresses.indexOf(reported) > progresses.indexOf(stored) ? reported : stored;
}

/** The state that the owner of a purchase sees at `now`. */
export function purchaseState(purchase: StoredPurchase, now: Date): PurchaseState {
  switch (purchase.progress) {
    case 'open':
      return now < purchase.openUntil ? 'pending' : 'unconfirmed';
    case 'processing':
      return 'pending';
    case 'closed':
      return 'abandoned';
    case 'paid':
      return paidState(purchase);
  }
}

/** An open dispute comes first, then money that is gone, then money that came back. */
function paidState(purchase: StoredPurchase): PurchaseState {
  const { reversals } = purchase;
  const hasDispute = (status: Reversal['status']) =>
    reversals.some((one) => one.kind === 'dispute' && one.status === status);
  if (hasDispute('taken')) return 'disputed';
  if (hasDispute('lost')) return 'dispute_lost';
  const bill = billOf(purchase);
  const { totalMinor: goneMinor } = returnedOf(bill, reversals);
  if (goneMinor > 0) return goneMinor >= bill.totalMinor ? 'refunded' : 'partly_refunded';
  return hasDispute('returned') ? 'dispute_won' : 'paid';
}

/** The invoice of a purchase, and the refunds that have credit notes. */
export function papersOf({ invoiceId, reversals }: StoredPurchase): readonly string[] {
  if (invoiceId === undefined) return [];
  return [invoicePaper, ...reversals.flatMap(({ id, creditNote }) => (creditNote ? id : []))];
}

export function purchaseReplyOf(purchase: StoredPurchase, now: Date): Purchase {
  const { id, packId, amountCredits, currency, amountMinor, paidAt, receiptNumber, bill } =
    purchase;
  const papers = papersOf(purchase);
  return {
    id,
    pack: packId,
    credits: amountCredits,
    currency,
    amountMinor,
    state: purchaseState(purchase, now),
    automatic: purchase.card === 'pays',
    payable: isPayable(purchase, now),
    takenBackMinor: returnedOf(billOf(purchase), purchase.reversals).totalMinor,
    takenBackCredits: purchase.reversedCredits,
    createdAt: purchase.createdAt.toISOString(),
    ...(paidAt ? { paidAt: paidAt.toISOString() } : {}),
    ...(receiptNumber === undefined ? {} : { receipt: receiptNumber }),
    ...(bill && !isPlain(bill) && { bill: partsOf(bill) }),
    ...(papers.length === 0 ? {} : { papers: [...papers] }),
  };
}

/** When a pack expires: months after the payment in UTC, at the last day of a shorter month. */
export function packExpiry(paidAt: Date, months: number = packExpiresAfterMonths): Date {
  const expiry = new Date(paidAt);
  expiry.setUTCMonth(expiry.getUTCMonth() + months);
  // `Date` moves a missing day into the next month; day 0 is the last day of the month before.
  if (expiry.getUTCDate() !== paidAt.getUTCDate()) expiry.setUTCDate(0);
  return expiry;
}
