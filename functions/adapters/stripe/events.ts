import * as z from 'zod/mini';

/**
 * The fields that we read of Stripe's objects, and the events whose objects we read. Other events say
 * nothing that these do not say.
 * Source: "Types of events" and the objects' pages in the Stripe API reference.
 */

/** Stripe's ids, such as `pi_3Mt…`: 255 characters at most. */
export const stripeId = z.string().check(z.minLength(1), z.maxLength(255));

const amountMinor = z.int().check(z.nonnegative());

export const currency = z.string().check(z.regex(/^[a-z]{3}$/), z.toUpperCase());

const address = z.nullish(z.object({ country: z.nullish(z.string().check(z.length(2))) }));

export const sessionSchema = z.object({
  object: z.literal('checkout.session'),
  id: stripeId,
  mode: z.string(),
  metadata: z.nullish(z.record(z.string(), z.string())),
  payment_intent: z.nullable(stripeId),
  payment_status: z.string(),
  amount_subtotal: z.nullish(amountMinor),
  amount_total: z.nullable(amountMinor),
  total_details: z.nullish(z.object({ amount_discount: amountMinor, amount_tax: amountMinor })),
  currency: z.nullable(currency),
  customer_details: z.nullish(z.object({ address: address })),
  invoice: z.nullish(stripeId),
});

export const amounts = z.nullish(z.array(z.object({ amount: amountMinor })));

export function sumOf(parts: z.output<typeof amounts>): number {
  return parts?.reduce((sum, { amount }) => sum + amount, 0) ?? 0;
}

/** An invoice of ours. Its `subtotal` is before discounts and the tax that comes on top. */
export const invoiceSchema = z.object({
  object: z.literal('invoice'),
  id: stripeId,
  subtotal: amountMinor,
  total: amountMinor,
  total_discount_amounts: amounts,
  total_taxes: amounts,
  customer_address: address,
});

export const paymentSchema = z.object({
  object: z.literal('payment_intent'),
  id: stripeId,
  metadata: z.record(z.string(), z.string()),
  amount_received: amountMinor,
  currency,
});

export const refundSchema = z.object({
  object: z.literal('refund'),
  id: stripeId,
  amount: amountMinor,
  currency,
  payment_intent: z.nullable(stripeId),
  status: z.nullable(z.string()),
});

export const disputeSchema = z.object({
  object: z.literal('dispute'),
  id: stripeId,
  amount: amountMinor,
  currency,
  payment_intent: z.nullable(stripeId),
  status: z.string(),
});

export const eventSchema = z.object({
  type: z.string(),
  livemode: z.boolean(),
  data: z.object({ object: z.unknown() }),
});

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
 * The metadata of our sessions and payments, by which we recognise them. Several sites, such as a
 * test site, may share an account, and each gets the events of all. So the site is in the metadata.
 */
export interface Metadata {
  readonly purchase: string;
  readonly site: string;
  /** Marks payments by a saved card among the others, so that they can be listed. */
  readonly top_up?: typeof topUpMark;
  /** The invoice with the parts of the payment, or that the payment page has them. */
  readonly bill?: string;
}

export const topUpMark = 'yes';

/** The mark of a payment whose page has its parts. */
export const billOfPage = 'page';

const metadataSchema = z.object({ purchase: z.uuid(), site: z.string() });

/** The id of the purchase in metadata; undefined when another site or program has written them. */
export function purchaseIn(metadata: unknown, siteOrigin: string): string | undefined {
  const parsed = z.safeParse(metadataSchema, metadata);
  return parsed.success && parsed.data.site === siteOrigin ? parsed.data.purchase : undefined;
}
