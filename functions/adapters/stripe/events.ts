import * as z from 'zod/mini';

/**
 * What we read of the objects that events carry, and the events that we read them of. All others
 * are of no interest: what they tell, one of these tells too.
 * Source: "Types of events" and the objects' pages in the Stripe API reference.
 */

/** Stripe's ids, such as `pi_3Mt…`: 255 characters at most. */
const id = z.string().check(z.minLength(1), z.maxLength(255));

const amountMinor = z.int().check(z.nonnegative());

const currency = z.string().check(z.regex(/^[a-z]{3}$/), z.toUpperCase());

export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  mode: z.string(),
  metadata: z.nullish(z.record(z.string(), z.string())),
  payment_intent: z.nullable(id),
  payment_status: z.string(),
  amount_total: z.nullable(amountMinor),
  currency: z.nullable(currency),
});

export const paymentSchema = z.object({
  object: z.literal('payment_intent'),
  id,
  metadata: z.record(z.string(), z.string()),
  amount_received: amountMinor,
  currency,
});

export const refundSchema = z.object({
  object: z.literal('refund'),
  id,
  amount: amountMinor,
  currency,
  payment_intent: z.nullable(id),
  status: z.nullable(z.string()),
});

export const disputeSchema = z.object({
  object: z.literal('dispute'),
  id,
  amount: amountMinor,
  currency,
  payment_intent: z.nullable(id),
  status: z.string(),
});

/** The envelope of every event. */
export const eventSchema = z.object({
  type: z.string(),
  data: z.object({ object: z.unknown() }),
});

/** Which kind of object each event that we read carries. */
export const eventTypes = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'failed-session',
  'checkout.session.expired': 'failed-session',
  'payment_intent.succeeded': 'payment',
  'refund.created': 'refund',
  'refund.updated': 'refund',
  'refund.failed': 'refund',
  'charge.dispute.created': 'dispute',
  'charge.dispute.updated': 'dispute',
  'charge.dispute.closed': 'dispute',
  'charge.dispute.funds_withdrawn': 'dispute',
  'charge.dispute.funds_reinstated': 'dispute',
} as const;

/**
 * What we leave on a session and on its payment, to know them again. The site is in it because
 * several of them, such as one for trying things out, may share an account, and each is told of
 * the payments of all.
 */
export interface Metadata {
  readonly purchase: string;
  readonly site: string;
}

const metadataSchema = z.object({ purchase: z.uuid(), site: z.string() });

/** The purchase that metadata name; nothing when what they belong to is not of our making. */
export function purchaseIn(metadata: unknown, siteOrigin: string): string | undefined {
  const parsed = z.safeParse(metadataSchema, metadata);
  return parsed.success && parsed.data.site === siteOrigin ? parsed.data.purchase : undefined;
}
