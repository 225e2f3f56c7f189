import * as z from 'zod/mini';
import { type Language, languages } from '../../../src/contract/language.ts';
import { moneyFormat } from '../../../src/i18n/money.ts';

/** Beyond it the oldest payment is dropped. */
const MAX_SESSIONS = 5_000;

/** Beyond it the oldest waiting delivery is given up. */
export const MAX_DELIVERIES = 5_000;

/** How webhooks are sent: each once, twice at once, only at a button, or not at all. */
export const deliveryModes = ['once', 'twice', 'held', 'dropped'] as const;

/** The results of a charge of a saved card; the others are Stripe's codes. */
export const chargeEnds = ['works', 'card_declined', 'authentication_required'] as const;

const metadataSchema = z.record(z.string(), z.string());

const taxBehavior = z.enum(['inclusive', 'exclusive']);

/** The buyer of an invoice, and the parts of the payment. */
const billSchema = z.object({
  country: z.string(),
  company: z.string(),
  taxId: z.string(),
  discountMinor: z.int(),
  taxMinor: z.int(),
  totalMinor: z.int(),
});

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
  /** Whether the payment saves the card; the customer and the card once it has. */
  savesCard: z.optional(z.boolean()),
  customerId: z.optional(z.string()),
  cardId: z.optional(z.string()),
  /** Set where the page makes an invoice, with tax and codes; the others once it is paid. */
  taxBehavior: z.optional(taxBehavior),
  bill: z.optional(billSchema),
  invoiceId: z.optional(z.string()),
  /** Set where a saved card was charged without a page: how that ended. */
  charge: z.optional(z.enum(chargeEnds)),
});

/** A card that a payment has saved. A detached one stays, to be refused. */
const savedCardSchema = z.object({
  id: z.string(),
  customerId: z.string(),
  email: z.nullable(z.string()),
  /** The buyer of the payment that saved it, where that has an invoice. */
  buyer: z.optional(billSchema),
  isDetached: z.boolean(),
  /** The result of the next charge. */
  next: z.enum(chargeEnds),
});

const invoiceSchema = z.object({
  id: z.string(),
  number: z.string(),
  status: z.enum(['draft', 'open', 'paid', 'void']),
  customerId: z.string(),
  currency: z.string(),
  title: z.string(),
  /** Zero until the invoice has its item. */
  amountMinor: z.int(),
  taxBehavior,
  /** Set once it is finalized; so is the payment, unless there is nothing to pay. */
  bill: z.optional(billSchema),
  paymentId: z.optional(z.string()),
  metadata: metadataSchema,
  paymentMetadata: metadataSchema,
});

const creditNoteSchema = z.object({
  id: z.string(),
  invoiceId: z.string(),
  refundId: z.string(),
  amountMinor: z.int(),
  taxMinor: z.int(),
});

const reversalFields = { id: z.string(), paymentId: z.string(), amountMinor: z.int() };

const refundSchema = z.object({ ...reversalFields, status: z.enum(['succeeded', 'failed']) });

/** The digest is that of the parameters. */
const replySchema = z.object({
  requestKey: z.string(),
  requestHash: z.string(),
  status: z.int(),
  body: z.record(z.string(), z.unknown()),
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
  invoices: z._default(z.array(invoiceSchema), []),
  creditNotes: z._default(z.array(creditNoteSchema), []),
  /** The answers to calls that changed something, by their idempotency keys. */
  replies: z._default(z.array(replySchema), []),
  /** Whether Stripe Tax has a head office and a registration. */
  isTaxActive: z._default(z.boolean(), true),
});

export type Account = z.infer<typeof accountSchema>;
export type CheckoutSession = z.infer<typeof checkoutSessionSchema>;
export type SavedCard = z.infer<typeof savedCardSchema>;
export type Bill = z.infer<typeof billSchema>;
export type Invoice = z.infer<typeof invoiceSchema>;
export type CreditNote = z.infer<typeof creditNoteSchema>;
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
  invoices: [],
  creditNotes: [],
  replies: [],
  isTaxActive: true,
};

export function isPaid(session: CheckoutSession): session is PaidSession {
  return session.paymentId !== null;
}

/** The money of a payment, in minor units: the price, unless an invoice says more. */
export function paidMinor({ bill, amountMinor }: CheckoutSession): number {
  return bill?.totalMinor ?? amountMinor;
}

/** The part of a payment that is not refunded yet, in minor units. */
export function refundableMinor({ refunds }: Account, session: PaidSession): number {
  const refundedMinor = refunds
    .filter((refund) => refund.paymentId === session.paymentId && refund.status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return paidMinor(session) - refundedMinor;
}

/** An amount in minor units, in the language's format, with all decimals that Stripe counts. */
export function money(amountMinor: number, currency: string, language: Language): string {
  return moneyFormat(language, currency, 'auto')(amountMinor);
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
