import type { Message } from '../../../src/contract/messages.ts';
import type { PurchaseChange } from './apply-payment-event.ts';
import type { PaymentEvent } from './payments.ts';
import { packExpiry, type StoredPurchase } from './purchase.ts';

/**
 * What the buyer is told about a change of a purchase; nothing where no money or credits have moved.
 *
 * @param before the purchase before the event
 */
export function messageAbout(
  before: StoredPurchase,
  change: PurchaseChange,
  event: PaymentEvent,
  now: Date,
): Message | undefined {
  if (change.isNewlyPaid) return receiptOf(change.purchase, now);
  if (event.kind !== 'reversal' || change.purchase.progress !== 'paid') return undefined;
  const was = before.reversals.find(({ id }) => id === event.reversal.id);
  const is = change.purchase.reversals.find(({ id }) => id === event.reversal.id);
  if (is === undefined || is.status === was?.status) return undefined;
  const { id: purchaseId, currency, reversedCredits } = change.purchase;
  const { kind, status, amountMinor } = is;
  const credits = Math.abs(change.takeBackCredits);
  const facts = { purchaseId, currency, amountMinor, credits };
  if (kind === 'refund')
    return status === 'taken' ? { event: 'refund', payload: facts } : undefined;
  if (status === 'taken') return { event: 'dispute', payload: { ...facts, status: 'opened' } };
  if (status === 'returned') {
    return was ? { event: 'dispute', payload: { ...facts, status: 'won' } } : undefined;
  }
  if (status !== 'lost') return undefined;
  return { event: 'dispute', payload: { ...facts, credits: reversedCredits, status: 'lost' } };
}

function receiptOf(purchase: StoredPurchase, now: Date): Message {
  const { id: purchaseId, currency, amountMinor, amountCredits: credits } = purchase;
  const times = { paidAt: now.toISOString(), endsAt: packExpiry(now).toISOString() };
  return { event: 'receipt', payload: { purchaseId, currency, amountMinor, credits, ...times } };
}
