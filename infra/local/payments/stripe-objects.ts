import {
  type Bill,
  type CheckoutSession,
  type CreditNote,
  type Dispute,
  type Invoice,
  type PaidSession,
  paidMinor,
  type Refund,
} from './account.ts';

/** The version of Stripe's API that the stand-in implements, that of the SDK in package.json. */
export const apiVersion = '2026-10-28.endive';

/** An object of Stripe's API as JSON. */
export type StripeObject = Readonly<Record<string, unknown>>;

/** Source: "The Checkout Session object" in the Stripe API reference. */
export function sessionObject(session: CheckoutSession, origin: string): StripeObject {
  const { bill } = session;
  const isFree = session.status === 'complete' && bill?.totalMinor === 0;
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amountMinor,
    amount_total: paidMinor(session),
    automatic_tax: { enabled: session.taxBehavior !== undefined },
    cancel_url: session.cancelUrl,
    client_reference_id: session.reference,
    created: session.createdAt,
    currency: session.currency,
    customer: session.customerId ?? null,
    customer_details: bill ? buyerOf(bill, session.email) : null,
    customer_email: session.email,
    expires_at: session.expiresAt,
    invoice: session.invoiceId ?? null,
    livemode: false,
    locale: session.language,
    metadata: session.metadata,
    mode: 'payment',
    payment_intent: session.paymentId,
    payment_status: session.paymentId ? 'paid' : isFree ? 'no_payment_required' : 'unpaid',
    status: session.status,
    success_url: session.successUrl,
    total_details: {
      amount_discount: bill?.discountMinor ?? 0,
      amount_shipping: 0,
      amount_tax: bill?.taxMinor ?? 0,
    },
    url: session.status === 'open' ? `${origin}${pagePath(session)}` : null,
  };
}

/** Source: "The PaymentIntent object" in the Stripe API reference. */
export function paymentObject(session: CheckoutSession): StripeObject {
  const { paymentId } = session;
  return {
    id: paymentId ?? session.id,
    object: 'payment_intent',
    amount: paidMinor(session),
    amount_received: paymentId === null ? 0 : paidMinor(session),
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

/** Source: "The Invoice object" in the Stripe API reference. */
export function invoiceObject(invoice: Invoice, origin: string): StripeObject {
  const { id, number, status, bill, paymentId, taxBehavior } = invoice;
  const total = bill?.totalMinor ?? invoice.amountMinor;
  const payment = { type: 'payment_intent', payment_intent: paymentId };
  return {
    id,
    object: 'invoice',
    amount_due: total,
    amount_paid: status === 'paid' ? total : 0,
    currency: invoice.currency,
    customer: invoice.customerId,
    customer_address: bill ? { country: bill.country } : null,
    customer_name: bill?.company ?? null,
    hosted_invoice_url: status === 'draft' ? null : `${origin}/papers/${id}`,
    invoice_pdf: status === 'draft' ? null : `${origin}/papers/${id}`,
    livemode: false,
    metadata: invoice.metadata,
    number: status === 'draft' ? null : number,
    starting_balance: 0,
    payments: { object: 'list', has_more: false, data: paymentId ? [{ payment }] : [] },
    status,
    subtotal: invoice.amountMinor,
    total,
    total_discount_amounts: bill?.discountMinor ? [{ amount: bill.discountMinor }] : [],
    total_taxes: bill ? [{ amount: bill.taxMinor, tax_behavior: taxBehavior }] : [],
  };
}

/** Source: "The Credit Note object" in the Stripe API reference. */
export function creditNoteObject(note: CreditNote, origin: string): StripeObject {
  const { id, invoiceId, refundId, amountMinor, taxMinor } = note;
  return {
    id,
    object: 'credit_note',
    amount: amountMinor,
    invoice: invoiceId,
    livemode: false,
    pdf: `${origin}/papers/${id}`,
    post_payment_amount: amountMinor,
    refunds: [{ amount_refunded: amountMinor, refund: refundId, type: 'refund' }],
    status: 'issued',
    total_taxes: [{ amount: taxMinor }],
  };
}

function buyerOf({ country, company, taxId }: Bill, email: string | null): StripeObject {
  const tax_ids = taxId === '' ? [] : [{ type: 'eu_vat', value: taxId }];
  return { address: { country }, business_name: company || null, email, tax_ids };
}

/** The stand-in's fee of a payment, in thousandths; Stripe's vary by card and country. */
const FEE_THOUSANDTHS = 29;

/** Source: "The Balance Transaction object" in the Stripe API reference. */
export function transactionObject(session: PaidSession): StripeObject {
  const amount = paidMinor(session);
  const fee = Math.round((amount * FEE_THOUSANDTHS) / 1_000);
  const { id, currency, paymentId } = session;
  const source = { object: 'charge', id: chargeOf(paymentId), payment_intent: paymentId };
  const about = { id, object: 'balance_transaction', type: 'charge', currency, source };
  return { ...about, amount, fee, net: amount - fee };
}

/** The path of a session's payment page. */
export function pagePath({ id }: Pick<CheckoutSession, 'id'>): string {
  return `/pay/${id}`;
}

function chargeOf(paymentId: string): string {
  return paymentId.replace(/^pi_/, 'ch_');
}
