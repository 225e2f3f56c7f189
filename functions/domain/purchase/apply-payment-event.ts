import { invoicePaper } from '../../../src/contract/checkout.ts';
import type { Message } from '../../../src/contract/messages.ts';
import type { Refused } from '../ledger/entry.ts';
import { billOf, isBillOf, isPlain, partsOf, plainBill, reversedCredits } from './bill.ts';
import type { PaymentEvent } from './payments.ts';
import { furtherProgress, type StoredPurchase } from './purchase.ts';
import { counts, mergeReversal, type Reversal } from './reversal.ts';

/** A purchase after an event, and the change of its wallet that follows. */
export interface PurchaseChange {
  readonly ok: true;
  /** The same object as before, when the event changes nothing. */
  readonly purchase: StoredPurchase;
  /** Whether the caller has to grant the credits now. */
  readonly isNewlyPaid: boolean;
  /** How many credits the caller has to take back now; a negative number is to be returned. */
  readonly takeBackCredits: number;
}

/** The first difference of an event and its purchase. The webhook answers 200 all the same. */
export type PaymentMismatch = 'amount_differs' | 'currency_differs' | 'payment_differs';

/**
 * Applies an event to a purchase. A repeated event changes nothing, and the order of events makes
 * no difference. The change of the wallet is the difference between the purchase's new state and
 * the credits granted or taken back before.
 * @returns the purchase after the event; or what differs, when the payment is not the one that was
 * ordered
 */
export function applyPaymentEvent(
  purchase: StoredPurchase,
  event: PaymentEvent,
  now: Date,
): PurchaseChange | Refused<PaymentMismatch> {
  const code = mismatchOf(purchase, event);
  if (code) return { ok: false, code };
  const updated = withEvent(purchase, event, now);
  if (updated === purchase) return { ok: true, purchase, isNewlyPaid: false, takeBackCredits: 0 };
  const isNewlyPaid = updated.progress === 'paid' && purchase.progress !== 'paid';
  const totalReversed =
    updated.progress === 'paid' ? reversedCredits(updated, updated.reversals) : 0;
  return {
    ok: true,
    purchase: { ...updated, reversedCredits: totalReversed },
    isNewlyPaid,
    takeBackCredits: totalReversed - purchase.reversedCredits,
  };
}

function mismatchOf(purchase: StoredPurchase, event: PaymentEvent): PaymentMismatch | undefined {
  if (event.kind === 'progress') return undefined;
  if (purchase.paymentId !== undefined && purchase.paymentId !== event.paymentId)
    return 'payment_differs';
  if (event.kind === 'paid') {
    if (event.currency !== purchase.currency) return 'currency_differs';
    const { amountMinor, bill = plainBill(amountMinor) } = event;
    return isBillOf(purchase.amountMinor, bill) ? undefined : 'amount_differs';
  }
  const isForeignRefund = event.reversal.kind === 'refund' && event.currency !== purchase.currency;
  return isForeignRefund ? 'currency_differs' : undefined;
}

/** The purchase after an event; the same object when the event says nothing new. */
function withEvent(purchase: StoredPurchase, event: PaymentEvent, now: Date): StoredPurchase {
  switch (event.kind) {
    case 'progress': {
      const progress = furtherProgress(purchase.progress, event.progress);
      return progress === purchase.progress ? purchase : { ...purchase, progress };
    }
    case 'paid':
      if (purchase.progress === 'paid') return purchase;
      return { ...purchase, ...paidBy(event), progress: 'paid', paidAt: now };
    case 'reversal':
      return withReversal(purchase, event.paymentId, reversalOf(purchase, event));
  }
}

function paidBy(event: Extract<PaymentEvent, { kind: 'paid' }>) {
  const { paymentId, bill, country, invoiceId } = event;
  return {
    paymentId,
    ...(bill === undefined ? {} : { bill }),
    ...(country === undefined ? {} : { country }),
    ...(invoiceId === undefined ? {} : { invoiceId }),
  };
}

/** A bank may dispute in another currency. The share is unknown then, so the whole amount counts. */
function reversalOf(
  purchase: StoredPurchase,
  event: Extract<PaymentEvent, { kind: 'reversal' }>,
): Reversal {
  if (event.currency === purchase.currency) return event.reversal;
  return { ...event.reversal, amountMinor: billOf(purchase).totalMinor };
}

function withReversal(
  purchase: StoredPurchase,
  paymentId: string,
  reversal: Reversal,
): StoredPurchase {
  const known = purchase.reversals.find(({ id }) => id === reversal.id);
  const merged = mergeReversal(known, reversal);
  if (merged === known) return purchase;
  const others = purchase.reversals.filter((one) => one !== known);
  return { ...purchase, paymentId, reversals: [...others, merged] };
}

/**
 * The effect of a change on the top-ups of its wallet. A dispute that took money stops them: a new
 * one, or one that came before its payment. Any other credits that are taken back pause them.
 */
export function topUpsAfter(
  before: StoredPurchase,
  { purchase, isNewlyPaid, takeBackCredits }: PurchaseChange,
): 'stopped' | 'paused' | undefined {
  const disputes = ({ reversals }: StoredPurchase) =>
    reversals.filter((one) => one.kind === 'dispute' && counts(one)).length;
  if (disputes(purchase) > (isNewlyPaid ? 0 : disputes(before))) return 'stopped';
  return takeBackCredits > 0 ? 'paused' : undefined;
}

/** The statuses of which a buyer is told, by the kind of the reversal. */
const told: Readonly<
  Record<
    Reversal['kind'],
    Partial<Record<Reversal['status'], 'taken' | 'failed' | 'opened' | 'lost' | 'won'>>
  >
> = {
  refund: { taken: 'taken', returned: 'failed' },
  dispute: { taken: 'opened', lost: 'lost', returned: 'won' },
};

/**
 * The message to the buyer; undefined where none of their money or credits has moved.
 * @param receipt its number, and how many of the bought credits paid a debt
 */
export function messageAbout(
  before: StoredPurchase,
  { purchase, isNewlyPaid, takeBackCredits }: PurchaseChange,
  event: PaymentEvent,
  receipt: { readonly receiptNumber?: string | undefined; readonly deducted: number },
): Message | undefined {
  const { id: purchaseId, currency, amountMinor, amountCredits, bill, invoiceId } = purchase;
  const { receiptNumber: number, deducted } = receipt;
  const paperOf = (paper: string) => (invoiceId === undefined ? {} : { paper });
  const facts = { purchaseId, number, currency, amountMinor, credits: amountCredits };
  if (isNewlyPaid) {
    const automatic = purchase.card === 'pays';
    const parts = bill && !isPlain(bill) ? { bill: partsOf(bill) } : {};
    const paper = paperOf(invoicePaper);
    return { event: 'receipt', payload: { ...facts, ...paper, ...parts, deducted, automatic } };
  }
  // The reversal of an event is the last one, and nothing is taken back before a payment.
  const reversal = purchase.reversals.at(-1);
  if (event.kind !== 'reversal' || !reversal) return undefined;
  const status = told[reversal.kind][reversal.status];
  const known = before.reversals.find(({ id }) => id === reversal.id);
  const isNewRefund =
    reversal.kind === 'refund' &&
    purchase.progress === 'paid' &&
    (status === 'taken' ? known?.status !== 'taken' : known?.status === 'taken');
  if (!status || (takeBackCredits === 0 && status !== 'lost' && !isNewRefund)) return undefined;
  // A lost dispute moves nothing any more: its credits were taken when it was opened.
  const others = purchase.reversals.filter((one) => one !== reversal);
  const lost = status === 'lost' ? purchase.reversedCredits - reversedCredits(purchase, others) : 0;
  const credits = Math.abs(takeBackCredits) || lost;
  const payload = { ...facts, amountMinor: reversal.amountMinor, credits };
  if (status === 'taken') {
    return { event: 'refund', payload: { ...payload, ...paperOf(reversal.id) } };
  }
  return status === 'failed'
    ? { event: 'refund', payload: { ...payload, failed: true } }
    : { event: 'dispute', payload: { ...payload, ...paperOf(invoicePaper), status } };
}
