import { expect, test } from 'vitest';
import { newsOf } from '../../../../../functions/adapters/stripe/news.ts';
import type { PaymentNews } from '../../../../../functions/domain/purchase/payments.ts';
import { siteOrigin } from '../../../../support/api-event.ts';
import {
  aReversal,
  paidNews,
  paymentId,
  purchaseId,
  reversalNews,
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
  purchaseOfPayment: async (id: string) => {
    asked.push(id);
    return id === paymentId ? purchaseId : undefined;
  },
};

const unpaid = aSession({ payment_status: 'unpaid', payment_intent: null });
const progress = (to: 'processing' | 'closed'): PaymentNews => ({
  kind: 'progress',
  purchaseId,
  progress: to,
});
const disputed = (standing: 'taken' | 'lost' | 'returned', currency = 'USD') =>
  reversalNews({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, standing }, currency);

test.each<[string, unknown, PaymentNews]>([
  ['checkout.session.completed', aSession(), paidNews()],
  ['checkout.session.completed', unpaid, progress('processing')],
  ['checkout.session.async_payment_succeeded', aSession(), paidNews()],
  ['checkout.session.async_payment_failed', unpaid, progress('closed')],
  ['checkout.session.expired', unpaid, progress('closed')],
  ['payment_intent.succeeded', aPayment(), paidNews()],
  ['refund.created', aRefund({ status: 'pending' }), reversalNews()],
  ['refund.updated', aRefund(), reversalNews()],
  ['refund.failed', aRefund({ status: 'failed' }), reversalNews({ standing: 'returned' })],
  ['charge.dispute.created', aDispute({ status: 'needs_response' }), disputed('taken')],
  ['charge.dispute.funds_withdrawn', aDispute({ status: 'needs_response' }), disputed('taken')],
  ['charge.dispute.closed', aDispute({ status: 'won' }), disputed('returned')],
  ['charge.dispute.closed', aDispute({ status: 'lost' }), disputed('lost')],
  ['charge.dispute.funds_reinstated', aDispute({ status: 'won' }), disputed('returned')],
  [
    'charge.dispute.created',
    aDispute({ currency: 'eur', status: 'needs_response' }),
    disputed('taken', 'EUR'),
  ],
])('%s is news', async (type, object, news) => {
  expect(await newsOf({ type, data: { object } }, context)).toEqual(news);
});

test.each<[string, unknown]>([
  ['payment_intent.payment_failed', aPayment()],
  ['charge.refunded', { object: 'charge' }],
  ['checkout.session.expired', aSession({ metadata: { site: siteOrigin } })],
  ['payment_intent.succeeded', aPayment({ metadata: { ...metadata, site: 'https://b.example' } })],
  ['refund.created', aRefund({ payment_intent: 'pi_of_somebody_else' })],
  ['refund.created', aRefund({ payment_intent: null })],
])('%s that is not about a purchase of ours is no news', async (type, object) => {
  expect(await newsOf({ type, data: { object } }, context)).toBeUndefined();
});

test('the payment is asked for only where an event does not say what it is for', async () => {
  asked.length = 0;
  await newsOf({ type: 'checkout.session.completed', data: { object: aSession() } }, context);
  await newsOf({ type: 'payment_intent.succeeded', data: { object: aPayment() } }, context);
  expect(asked).toEqual([]);
  await newsOf({ type: 'refund.created', data: { object: aRefund() } }, context);
  expect(asked).toEqual([paymentId]);
});

test('the amount of a refund is that of the refund', async () => {
  const object = aRefund({ id: 're_9', amount: 1 });
  const news = await newsOf({ type: 'refund.created', data: { object } }, context);
  expect(news).toMatchObject({ reversal: aReversal({ id: 're_9', amountMinor: 1 }) });
});
