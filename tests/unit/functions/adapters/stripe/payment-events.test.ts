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
  anInvoice,
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
  readInvoice: async () => anInvoice(),
};

/** 20 dollars, less 5, with tax of 19 % on top. */
const bill = { subtotalMinor: 2_000, discountMinor: 500, taxMinor: 285, totalMinor: 1_785 };
const papers = { country: 'DE', invoiceId: 'in_1' };
const billed = aSession({
  ...{ amount_subtotal: 2_000, amount_total: 1_785, invoice: 'in_1' },
  total_details: { amount_discount: 500, amount_shipping: 0, amount_tax: 285 },
  customer_details: { address: { country: 'DE', line1: null } },
});
const ofInvoice = aPayment({ amount_received: 1_785, metadata: { ...metadata, bill: 'in_1' } });
const free = {
  ...billed,
  ...{ payment_intent: null, payment_status: 'no_payment_required', amount_total: 0 },
  total_details: { amount_discount: 2_000, amount_tax: 0 },
};
const gift = {
  ...{ paymentId: 'cs_test_1', amountMinor: 0 },
  bill: { subtotalMinor: 2_000, discountMinor: 2_000, taxMinor: 0, totalMinor: 0 },
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
  ['checkout.session.completed', billed, paidEvent({ amountMinor: 1_785, bill, ...papers })],
  ['checkout.session.completed', free, paidEvent({ ...gift, ...papers })],
  ['payment_intent.succeeded', ofInvoice, paidEvent({ amountMinor: 1_785, bill, ...papers })],
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
  ['payment_intent.succeeded', aPayment({ metadata: { ...metadata, bill: 'page' } })],
  ['charge.refunded', { object: 'charge' }],
  ['checkout.session.expired', aSession({ metadata: { site: siteOrigin } })],
  ['payment_intent.succeeded', aPayment({ metadata: { ...metadata, site: 'https://b.example' } })],
  ['refund.created', aRefund({ payment_intent: 'pi_of_somebody_else' })],
  ['refund.created', aRefund({ payment_intent: null })],
])(
  '%s is no event where another site’s purchase or another event is meant',
  async (type, object) => {
    expect(await eventOf({ type, livemode: false, data: { object } }, context)).toBeUndefined();
  },
);

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
