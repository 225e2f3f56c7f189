import { expect, test } from 'vitest';
import {
  disputeStatus,
  eventOf,
  refundStatus,
} from '../../../../../functions/adapters/stripe/payment-events.ts';
import type { PaymentEvent } from '../../../../../functions/domain/purchase/payments.ts';
import type { ReversalStatus } from '../../../../../src/contract/checkout.ts';
import { siteOrigin } from '../../../../support/api-event.ts';
import {
  aReversal,
  paidEvent,
  paymentId,
  purchaseId,
  reversalEvent,
} from '../../../../support/purchases.ts';
import {
  aDispute,
  aPayment,
  aRefund,
  aSession,
  metadata,
} from '../../../../support/stripe-events.ts';

const asked: string[] = [];
const context = {
  siteOrigin,
  isLive: false,
  purchaseOfPayment: async (id: string) => {
    asked.push(id);
    return id === paymentId ? purchaseId : undefined;
  },
};

const unpaid = aSession({ payment_status: 'unpaid', payment_intent: null });
const progress = (to: 'processing' | 'closed'): PaymentEvent => ({
  kind: 'progress',
  purchaseId,
  progress: to,
});
const disputed = (status: 'taken' | 'lost' | 'returned', currency = 'USD') =>
  reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status }, currency);
const inEuros = aDispute({ currency: 'eur', status: 'needs_response' });

test.each<[string, unknown, PaymentEvent]>([
  ['checkout.session.completed', aSession(), paidEvent()],
  ['checkout.session.completed', unpaid, progress('processing')],
  ['checkout.session.async_payment_succeeded', aSession(), paidEvent()],
  ['checkout.session.async_payment_failed', unpaid, progress('closed')],
  ['checkout.session.expired', unpaid, progress('closed')],
  ['payment_intent.succeeded', aPayment(), paidEvent()],
  ['refund.created', aRefund({ status: 'pending' }), reversalEvent()],
  ['refund.updated', aRefund(), reversalEvent()],
  ['refund.failed', aRefund({ status: 'failed' }), reversalEvent({ status: 'returned' })],
  ['charge.dispute.created', aDispute({ status: 'needs_response' }), disputed('taken')],
  ['charge.dispute.funds_withdrawn', aDispute({ status: 'needs_response' }), disputed('taken')],
  ['charge.dispute.closed', aDispute({ status: 'won' }), disputed('returned')],
  ['charge.dispute.closed', aDispute({ status: 'lost' }), disputed('lost')],
  ['charge.dispute.funds_reinstated', aDispute({ status: 'won' }), disputed('returned')],
  ['charge.dispute.created', inEuros, disputed('taken', 'EUR')],
])('%s is event', async (type, object, event) => {
  expect(await eventOf({ type, livemode: false, data: { object } }, context)).toEqual(event);
});

test.each<[string, unknown]>([
  ['payment_intent.payment_failed', aPayment()],
  ['charge.refunded', { object: 'charge' }],
  ['checkout.session.expired', aSession({ metadata: { site: siteOrigin } })],
  ['payment_intent.succeeded', aPayment({ metadata: { ...metadata, site: 'https://b.example' } })],
  ['refund.created', aRefund({ payment_intent: 'pi_of_somebody_else' })],
  ['refund.created', aRefund({ payment_intent: null })],
])('%s about another site’s purchase is no event', async (type, object) => {
  expect(await eventOf({ type, livemode: false, data: { object } }, context)).toBeUndefined();
});

test('the adapter asks Stripe for the payment only where an event does not name the purchase', async () => {
  asked.length = 0;
  await eventOf(
    { type: 'checkout.session.completed', livemode: false, data: { object: aSession() } },
    context,
  );
  await eventOf(
    { type: 'payment_intent.succeeded', livemode: false, data: { object: aPayment() } },
    context,
  );
  expect(asked).toEqual([]);
  await eventOf({ type: 'refund.created', livemode: false, data: { object: aRefund() } }, context);
  expect(asked).toEqual([paymentId]);
});

test('a refund has its own amount, not that of the payment', async () => {
  const object = aRefund({ id: 're_9', amount: 1 });
  const event = await eventOf(
    { type: 'refund.created', livemode: false, data: { object } },
    context,
  );
  expect(event).toMatchObject({ reversal: aReversal({ id: 're_9', amountMinor: 1 }) });
});

test.each<[string | null, ReversalStatus]>([
  ['pending', 'taken'],
  ['requires_action', 'taken'],
  ['succeeded', 'taken'],
  ['failed', 'returned'],
  ['canceled', 'returned'],
  [null, 'taken'],
  ['a status of the future', 'taken'],
])('a refund that is %s is %s', (stripeStatus, status) => {
  expect(refundStatus(stripeStatus)).toBe(status);
});

test.each<[string, ReversalStatus]>([
  ['warning_needs_response', 'announced'],
  ['warning_under_review', 'announced'],
  ['warning_closed', 'returned'],
  ['needs_response', 'taken'],
  ['under_review', 'taken'],
  ['appeal_needs_response', 'taken'],
  ['appeal_under_review', 'taken'],
  ['won', 'returned'],
  ['lost', 'lost'],
  ['prevented', 'returned'],
  ['a status of the future', 'taken'],
  ['constructor', 'taken'],
])('a dispute that is %s is %s', (stripeStatus, status) => {
  expect(disputeStatus(stripeStatus)).toBe(status);
});
