import type { CheckoutSession, Dispute, PaidSession, Refund } from './account.ts';

/** The version of Stripe's API that the stand-in implements, that of the SDK in package.json. */
export const apiVersion = '2026-10-28.endive';

/** An object of Stripe's API as JSON. */
export type StripeObject = Readonly<Record<string, unknown>>;

/** Source: "The Checkout Session object" in the Stripe API reference. */
export function sessionObject(session: CheckoutSession, origin: string): StripeObject {
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amountMinor,
    amount_total: session.amountMinor,
    cancel_url: session.cancelUrl,
    client_reference_id: session.reference,
    created: session.createdAt,
    currency: session.currency,
    customer: session.customerId ?? null,
    customer_email: session.email,
    expires_at: session.expiresAt,
    livemode: false,
    locale: session.language,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: session.paymentId,
    payment_status: session.paymentId === null ? 'unpaid' : 'paid',
    status: session.status,
    success_url: session.successUrl,
    url: session.status === 'open' ? `${origin}${pagePath(session)}` : null,
  };
}

/** Source: "The PaymentIntent object" in the Stripe API reference. */
export function paymentObject(session: CheckoutSession): StripeObject {
  const { paymentId } = session;
  return {
    id: paymentId ?? session.id,
    object: 'payment_intent',
    amount: session.amountMinor,
    amount_received: paymentId === null ? 0 : session.amountMinor,
    created: session.createdAt,
    currency: session.currency,
    customer: session.customerId ?? null,
    latest_charge: paymentId === null ? null : chargeOf(paymentId),
    livemode: false,
    metadata: session.paymentMetadata,
    payment_method: session.cardId ?? null,
    setup_future_usage: session.savesCard ? 'off_session' : null,
    status: paymentId === null ? 'requires_payment_method' : 'succeeded',
  };
}

/** Source: "The Refund object" in the Stripe API reference. */
export function refundObject(refund: Refund, { currency, paymentId }: PaidSession): StripeObject {
  return {
    id: refund.id,
    object: 'refund',
    amount: refund.amountMinor,
    charge: chargeOf(paymentId),
    currency,
    metadata: {},
    payment_intent: paymentId,
    status: refund.status,
    ...(refund.status === 'failed' ? { failure_reason: 'expired_or_canceled_card' } : {}),
  };
}

/** Source: "The Dispute object" in the Stripe API reference. */
export function disputeObject(
  dispute: Dispute,
  { currency, paymentId }: PaidSession,
): StripeObject {
  return {
    id: dispute.id,
    object: 'dispute',
    amount: dispute.amountMinor,
    charge: chargeOf(paymentId),
    currency,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: paymentId,
    reason: 'fraudulent',
    status: dispute.status,
  };
}

/** The path of a session's payment page. */
export function pagePath({ id }: Pick<CheckoutSession, 'id'>): string {
  return `/pay/${id}`;
}

function chargeOf(paymentId: string): string {
  return paymentId.replace(/^pi_/, 'ch_');
}
