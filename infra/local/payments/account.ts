import * as z from 'zod/mini';
import { type Language, languages } from '../../../src/contract/language.ts';
import { languageRecords } from '../../../src/contract/language-records.ts';
import { decimalsOf, minorUnits } from '../../../src/i18n/money.ts';

/** Beyond it the oldest payment is dropped. */
const MAX_SESSIONS = 5_000;

/** Beyond it the oldest waiting delivery is given up. */
export const MAX_DELIVERIES = 5_000;

/** How webhooks are sent: each once, twice at once, only at a button, or not at all. */
export const deliveryModes = ['once', 'twice', 'held', 'dropped'] as const;

/** The results of a charge of a saved card; the others are Stripe's codes. */
export const chargeEnds = ['works', 'card_declined', 'authentication_required'] as const;

const metadataSchema = z.record(z.string(), z.string());

const checkoutSessionSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  /** Null until the session is paid. */
  paymentId: z.nullable(z.string()),
  amountMinor: z.int(),
  /** In lower case, as in Stripe's API. */
  currency: z.string(),
  title: z.string(),
  language: z.enum(languages),
  email: z.nullable(z.string()),
  reference: z.string(),
  metadata: metadataSchema,
  paymentMetadata: metadataSchema,
  successUrl: z.string(),
  cancelUrl: z.string(),
  createdAt: z.int(),
  expiresAt: z.int(),
  /** The idempotency key of the request that made the session, and a digest of its parameters. */
  requestKey: z.nullable(z.string()),
  requestHash: z.string(),
  /** Whether the payment saves the card; the customer and the card once it has. */
  savesCard: z.optional(z.boolean()),
  customerId: z.optional(z.string()),
  cardId: z.optional(z.string()),
  /** Set where a saved card was charged without a page: how that ended. */
  charge: z.optional(z.enum(chargeEnds)),
});

/** A card that a payment has saved. A detached one stays, to be refused. */
const savedCardSchema = z.object({
  id: z.string(),
  customerId: z.string(),
  email: z.nullable(z.string()),
  isDetached: z.boolean(),
  /** The result of the next charge. */
  next: z.enum(chargeEnds),
});

const reversalFields = { id: z.string(), paymentId: z.string(), amountMinor: z.int() };

/** The key and the digest are those of the request that made it; the dashboard's have none. */
const refundSchema = z.object({
  ...reversalFields,
  status: z.enum(['succeeded', 'failed']),
  requestKey: z.optional(z.nullable(z.string())),
  requestHash: z.optional(z.string()),
});

const disputeStatus = z.enum(['needs_response', 'won', 'lost']);
const disputeSchema = z.object({ ...reversalFields, status: disputeStatus });

const deliverySchema = z.object({
  eventId: z.string(),
  type: z.string(),
  payload: z.string(),
  attempts: z.int(),
  /** The time of the next attempt, in milliseconds since 1970. */
  dueAtMs: z.int(),
  /** Whether it waits for the dashboard's button. */
  isHeld: z.boolean(),
});

/** An account with Stripe, as far as the stand-in has one. Times in seconds since 1970. */
export const accountSchema = z.object({
  deliveryMode: z.enum(deliveryModes),
  sessions: z.array(checkoutSessionSchema),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  deliveries: z.array(deliverySchema),
  /** Accounts from before cards were saved have neither cards nor customers. */
  cards: z._default(z.array(savedCardSchema), []),
  /** The ids of the customers that are not deleted. */
  customers: z._default(z.array(z.string()), []),
});

export type Account = z.infer<typeof accountSchema>;
export type CheckoutSession = z.infer<typeof checkoutSessionSchema>;
export type SavedCard = z.infer<typeof savedCardSchema>;
export type PaidSession = CheckoutSession & { readonly paymentId: string };
export type Refund = z.infer<typeof refundSchema>;
export type Dispute = z.infer<typeof disputeSchema>;
export type Delivery = z.infer<typeof deliverySchema>;

export const emptyAccount: Account = {
  deliveryMode: 'once',
  sessions: [],
  refunds: [],
  disputes: [],
  deliveries: [],
  cards: [],
  customers: [],
};

export function isPaid(session: CheckoutSession): session is PaidSession {
  return session.paymentId !== null;
}

/** The part of a payment that is not refunded yet, in minor units. */
export function refundableMinor({ refunds }: Account, session: PaidSession): number {
  const refundedMinor = refunds
    .filter((refund) => refund.paymentId === session.paymentId && refund.status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return session.amountMinor - refundedMinor;
}

/** An amount in minor units, in the language's format, with all decimals that Stripe counts. */
export function money(amountMinor: number, currency: string, language: Language): string {
  const decimals = decimalsOf(currency);
  const format = new Intl.NumberFormat(languageRecords[language].numberLocale, {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return format.format(amountMinor / minorUnits(currency));
}

/** A list in which the item replaces the one with the same id, or is the last one; bounded. */
export function withItem<Item extends { readonly id: string }>(
  items: readonly Item[],
  item: Item,
): Item[] {
  const isKnown = items.some(({ id }) => id === item.id);
  if (isKnown) return items.map((one) => (one.id === item.id ? item : one));
  return [...items, item].slice(-MAX_SESSIONS);
}

/** The account with further deliveries, and the oldest ones, which are given up beyond the limit. */
export function withDeliveries(
  account: Account,
  added: readonly Delivery[],
): { readonly account: Account; readonly givenUp: readonly Delivery[] } {
  const all = [...account.deliveries, ...added];
  const deliveries = all.slice(-MAX_DELIVERIES);
  const givenUp = all.slice(0, all.length - deliveries.length);
  return { account: { ...account, deliveries }, givenUp };
}
