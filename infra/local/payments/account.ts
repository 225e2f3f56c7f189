import * as z from 'zod/mini';
import { languages } from '../../../src/contract/language.ts';

/** More payments than anybody makes by hand or in a test; the oldest goes first. */
const MAX_SESSIONS = 5_000;

/** Deliveries that wait for the product to come back. */
export const MAX_DELIVERIES = 5_000;

const metadataSchema = z.record(z.string(), z.string());

const sessionSchema = z.object({
  id: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  /** Null until it is paid. */
  paymentId: z.nullable(z.string()),
  amountMinor: z.int(),
  /** In lower case, as Stripe has it. */
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
  /** The key of the request that made it, and a digest of what that asked. */
  requestKey: z.nullable(z.string()),
  requestHash: z.string(),
});

const reversalFields = { id: z.string(), paymentId: z.string(), amountMinor: z.int() };

const refundSchema = z.object({ ...reversalFields, status: z.enum(['succeeded', 'failed']) });

const disputeSchema = z.object({
  ...reversalFields,
  status: z.enum(['needs_response', 'won', 'lost']),
});

const deliverySchema = z.object({
  eventId: z.string(),
  type: z.string(),
  payload: z.string(),
  attempts: z.int(),
  /** When it is tried next, in milliseconds since 1970. */
  dueAtMs: z.int(),
  /** Whether it waits for somebody to press a button. */
  isHeld: z.boolean(),
});

/** What the stand-in knows: the account of somebody with Stripe. Times in seconds since 1970. */
export const accountSchema = z.object({
  deliveryMode: z.enum(['once', 'twice', 'held']),
  sessions: z.array(sessionSchema),
  refunds: z.array(refundSchema),
  disputes: z.array(disputeSchema),
  deliveries: z.array(deliverySchema),
});

export type Account = z.infer<typeof accountSchema>;
export type Session = z.infer<typeof sessionSchema>;
export type PaidSession = Session & { readonly paymentId: string };
export type Refund = z.infer<typeof refundSchema>;
export type Dispute = z.infer<typeof disputeSchema>;
export type Delivery = z.infer<typeof deliverySchema>;

export const emptyAccount: Account = {
  deliveryMode: 'once',
  sessions: [],
  refunds: [],
  disputes: [],
  deliveries: [],
};

/** Whether a session's payment was made. */
export function isPaid(session: Session): session is PaidSession {
  return session.paymentId !== null;
}

/** What of a payment has not been refunded, in minor units. */
export function refundableMinor({ refunds }: Account, session: PaidSession): number {
  const gone = refunds
    .filter((refund) => refund.paymentId === session.paymentId && refund.status === 'succeeded')
    .reduce((sum, refund) => sum + refund.amountMinor, 0);
  return session.amountMinor - gone;
}

/** The list with an item in the place of the one with its id, or at its end; bounded. */
export function withItem<Item extends { readonly id: string }>(
  items: readonly Item[],
  item: Item,
): Item[] {
  const isKnown = items.some(({ id }) => id === item.id);
  if (isKnown) return items.map((one) => (one.id === item.id ? item : one));
  return [...items, item].slice(-MAX_SESSIONS);
}

/** The account with more deliveries to make, and the oldest, given up when there are too many. */
export function withDeliveries(
  account: Account,
  added: readonly Delivery[],
): { readonly account: Account; readonly givenUp: readonly Delivery[] } {
  const all = [...account.deliveries, ...added];
  const deliveries = all.slice(-MAX_DELIVERIES);
  return {
    account: { ...account, deliveries },
    givenUp: all.slice(0, all.length - deliveries.length),
  };
}
