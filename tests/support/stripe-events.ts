import type { CheckoutSession } from '../../infra/local/payments/account.ts';
import { signatureOf } from '../../infra/local/payments/deliveries.ts';
import { apiVersion } from '../../infra/local/payments/stripe-objects.ts';
import { type EventParts, siteOrigin } from './api-event.ts';
import { paymentId, purchaseId } from './purchases.ts';

export const webhookSecret = 'whsec_0123456789abcdef';

/** The metadata that name the purchase of the tests. */
export const metadata = { purchase: purchaseId, site: siteOrigin } as const;

/** A session that was paid as ordered, with changes. */
export function aSession(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: 'cs_test_1',
    object: 'checkout.session',
    mode: 'payment',
    metadata,
    payment_intent: paymentId,
    payment_status: 'paid',
    amount_total: 2_000,
    currency: 'usd',
    ...changes,
  };
}

/** An open session as the local stand-in of Stripe stores it, with changes. */
export function aStoredSession(changes: Partial<CheckoutSession> = {}): CheckoutSession {
  return {
    ...{ id: 'cs_test_1', status: 'open', paymentId: null, title: '500 credits', language: 'en' },
    ...{ amountMinor: 2_000, currency: 'usd', email: null, reference: 'purchase-1' },
    ...{ metadata: {}, paymentMetadata: {} },
    ...{ createdAt: 1_795_262_400, expiresAt: 1_795_266_000 },
    ...{ successUrl: 'http://localhost:4321/', cancelUrl: 'http://localhost:4321/' },
    ...changes,
  };
}

/** A payment as ordered, with changes. */
export function aPayment(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    id: paymentId,
    object: 'payment_intent',
    metadata,
    amount_received: 2_000,
    currency: 'usd',
    ...changes,
  };
}

/** A paid invoice of 20 dollars less 5, with tax of 19 % on top, with changes. */
export function anInvoice(changes: Readonly<Record<string, unknown>> = {}) {
  return {
    ...{ id: 'in_1', object: 'invoice', subtotal: 2_000, total: 1_785 },
    total_discount_amounts: [{ amount: 500, discount: 'di_1' }],
    total_taxes: [{ amount: 285, tax_behavior: 'exclusive' }],
    customer_address: { country: 'DE', city: null },
    ...changes,
  };
}

/** A refund of half of the payment, with changes. */
export function aRefund(changes: Readonly<Record<string, unknown>> = {}) {
  const about = { payment_intent: paymentId, currency: 'usd' };
  return { id: 're_1', object: 'refund', amount: 1_000, status: 'succeeded', ...about, ...changes };
}

/** A dispute of the whole payment, with changes. */
export function aDispute(changes: Readonly<Record<string, unknown>> = {}) {
  return { ...aRefund({ id: 'dp_1', object: 'dispute', amount: 2_000 }), ...changes };
}

/** An event of test mode as Stripe sends it, as text, with changes. */
export function eventText(type: string, object: unknown, id = 'evt_1', changes = {}): string {
  const about = { id, object: 'event', api_version: apiVersion, livemode: false, type };
  return JSON.stringify({ ...about, data: { object }, ...changes });
}

/** The call with which Stripe delivers an event, signed at that time. */
export function deliveryOf(text: string, signedAt: Date, isBase64Encoded = false): EventParts {
  return {
    method: 'POST',
    path: '/api/checkout/webhook',
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': signatureOf(text, webhookSecret, signedAt),
    },
    body: isBase64Encoded ? Buffer.from(text).toString('base64') : text,
    isBase64Encoded,
  };
}
