import * as z from 'zod/mini';
import type { ReversalKind, ReversalStatus } from '../../../src/contract/checkout.ts';
import type { PaymentEvent } from '../../domain/purchase/payments.ts';
import {
  billOfPage,
  disputeSchema,
  eventSchema,
  eventTypes,
  invoiceSchema,
  paymentSchema,
  purchaseIn,
  refundSchema,
  sessionSchema,
  sumOf,
} from './events.ts';

export interface EventContext {
  /** The origin of our site, which marks our payments. */
  readonly siteOrigin: string;
  /** Asks Stripe for the purchase of a payment; undefined when it is not one of ours. */
  readonly purchaseOfPayment: (paymentId: string) => Promise<string | undefined>;
  /** Asks Stripe for an invoice. */
  readonly readInvoice: (invoiceId: string) => Promise<unknown>;
}

/** An event that we read does not have the documented form. */
export class MalformedEventError extends Error {
  override readonly name = 'MalformedEventError';
}

/**
 * Translates one of Stripe's events into a payment event; undefined for an event of another type, or
 * of another site's payment.
 * @throws {MalformedEventError}
 */
export async function eventOf(
  event: unknown,
  {
    isLive,
    ...context
  }: EventContext & {
    /** Whether our key is of live mode, where money moves (Stripe's documentation, "API keys"). */
    readonly isLive: boolean;
  },
): Promise<PaymentEvent | 'livemode_differs' | undefined> {
  const { type, livemode, data } = parsed(eventSchema, event);
  return livemode === isLive ? eventAbout(type, data.object, context) : 'livemode_differs';
}

/**
 * Translates the object of an event of a type: one that came, or one that we asked for.
 * @throws {MalformedEventError}
 */
export async function eventAbout(
  type: string,
  object: unknown,
  context: EventContext,
): Promise<PaymentEvent | undefined> {
  if (!isKnown(type)) return undefined;
  switch (eventTypes[type]) {
    case 'session':
      return sessionEvent(object, context);
    case 'failed-session':
      return failureEvent(object, context);
    case 'payment':
      return paymentEvent(object, context);
    case 'refund': {
      const refund = parsed(refundSchema, object);
      return reversalEvent('refund', { ...refund, status: refundStatus(refund.status) }, context);
    }
    case 'dispute': {
      const dispute = parsed(disputeSchema, object);
      return reversalEvent(
        'dispute',
        { ...dispute, status: disputeStatus(dispute.status) },
        context,
      );
    }
  }
}

function isKnown(type: string): type is keyof typeof eventTypes {
  return Object.hasOwn(eventTypes, type);
}

function parsed<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const { success, data, error } = z.safeParse(schema, value);
  if (!success) throw new MalformedEventError(undefined, { cause: error });
  return data;
}

function sessionEvent(object: unknown, { siteOrigin }: EventContext): PaymentEvent | undefined {
  const session = parsed(sessionSchema, object);
  const purchaseId = purchaseIn(session.metadata, siteOrigin);
  if (purchaseId === undefined) return undefined;
  if (session.mode !== 'payment') throw new MalformedEventError();
  if (session.payment_status === 'unpaid') {
    return { kind: 'progress', purchaseId, progress: 'processing' };
  }
  const { payment_intent, amount_total: amountMinor, currency, invoice } = session;
  const isFree = session.payment_status === 'no_payment_required' && amountMinor === 0;
  // A completed session of ours has a payment, unless a code made it free.
  const paymentId = payment_intent ?? (isFree ? session.id : null);
  if (paymentId === null || amountMinor === null || currency === null) {
    throw new MalformedEventError();
  }
  const country = session.customer_details?.address?.country;
  return {
    ...{ kind: 'paid', purchaseId, paymentId, amountMinor, currency, ...billOfSession(session) },
    ...(country ? { country } : {}),
    ...(invoice ? { invoiceId: invoice } : {}),
  };
}

function billOfSession(session: z.output<typeof sessionSchema>) {
  const { amount_subtotal: subtotalMinor, amount_total: totalMinor, total_details } = session;
  if (subtotalMinor == null || totalMinor === null || !total_details) return {};
  const { amount_discount: discountMinor, amount_tax: taxMinor } = total_details;
  return { bill: { subtotalMinor, discountMinor, taxMinor, totalMinor } };
}

function failureEvent(object: unknown, { siteOrigin }: EventContext): PaymentEvent | undefined {
  const purchaseId = purchaseIn(parsed(sessionSchema, object).metadata, siteOrigin);
  if (purchaseId === undefined) return undefined;
  return { kind: 'progress', purchaseId, progress: 'closed' };
}

/** A payment names no parts. Where there are some, its page's event tells of it, or its invoice. */
async function paymentEvent(
  object: unknown,
  { siteOrigin, readInvoice }: EventContext,
): Promise<PaymentEvent | undefined> {
  const { id, metadata, amount_received: amountMinor, currency } = parsed(paymentSchema, object);
  const purchaseId = purchaseIn(metadata, siteOrigin);
  const { bill } = metadata;
  if (purchaseId === undefined || bill === billOfPage) return undefined;
  const parts = bill === undefined ? {} : billOfInvoice(await readInvoice(bill));
  return { kind: 'paid', purchaseId, paymentId: id, amountMinor, currency, ...parts };
}

/** The parts of an invoice's payment. */
function billOfInvoice(object: unknown) {
  const invoice = parsed(invoiceSchema, object);
  const { id: invoiceId, subtotal: subtotalMinor, total: totalMinor, customer_address } = invoice;
  const discountMinor = sumOf(invoice.total_discount_amounts);
  const bill = { subtotalMinor, discountMinor, taxMinor: sumOf(invoice.total_taxes), totalMinor };
  const { country } = customer_address ?? {};
  return { bill, invoiceId, ...(country ? { country } : {}) };
}

async function reversalEvent(
  kind: ReversalKind,
  object: Omit<z.output<typeof refundSchema>, 'object' | 'status'> & { status: ReversalStatus },
  { purchaseOfPayment }: EventContext,
): Promise<PaymentEvent | undefined> {
  const { id, amount: amountMinor, status, payment_intent: paymentId, currency } = object;
  // A charge without a payment intent was not made by Checkout.
  if (paymentId === null) return undefined;
  const purchaseId = await purchaseOfPayment(paymentId);
  if (purchaseId === undefined) return undefined;
  const reversal = { id, kind, amountMinor, status };
  return { kind: 'reversal', purchaseId, paymentId, reversal, currency };
}

/**
 * Translates the status of a refund. A pending refund counts already: the payer gets the money back
 * unless the refund fails.
 * Source: "The Refund object", `status`, in the Stripe API reference.
 */
export function refundStatus(status: string | null): ReversalStatus {
  return status === 'failed' || status === 'canceled' ? 'returned' : 'taken';
}

/**
 * Translates the status of a dispute. An inquiry (`warning_…`) moves no money. A dispute moves it at
 * once, before either side wins.
 * Source: "The Dispute object", `status`, in the Stripe API reference.
 */
export function disputeStatus(status: string): ReversalStatus {
  return statuses.get(status) ?? 'taken';
}

const statuses: ReadonlyMap<string, ReversalStatus> = new Map([
  ['warning_needs_response', 'announced'],
  ['warning_under_review', 'announced'],
  ['warning_closed', 'returned'],
  ['prevented', 'returned'],
  ['won', 'returned'],
  ['lost', 'lost'],
]);
