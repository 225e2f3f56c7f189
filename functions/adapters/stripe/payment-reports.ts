import Stripe from 'stripe';
import * as z from 'zod/mini';
import type {
  PaymentAnswer,
  PaymentEvent,
  PaymentReport,
  PaymentReports,
} from '../../domain/purchase/payments.ts';
import {
  answerOf,
  type StripeAccess,
  secondsOf,
  stripeClient,
  unlessUnreachable,
} from './client.ts';
import { purchaseIn, stripeId } from './events.ts';
import { type EventContext, eventAbout } from './payment-events.ts';

/** A session as we ask for it, with its payment. The other fields are read when the event is. */
const reportedSessionSchema = z.looseObject({
  metadata: z.unknown(),
  payment_status: z.string(),
  status: z.enum(['open', 'complete', 'expired']),
  payment_intent: z.nullable(z.object({ id: stripeId, status: z.string() })),
});

type ReportedSession = z.output<typeof reportedSessionSchema>;

const pageSchema = z.object({
  data: z.array(z.looseObject({ id: stripeId })),
  has_more: z.boolean(),
});

/** The most objects in a page of a list. Source: "Pagination" in the Stripe API reference. */
const PAGE_SIZE = 100;

/** More pages than a site of this size fills; it ends a loop at Stripe. */
const MAX_PAGES = 10_000;

/** How far Stripe's clock may be from ours, and how long it may take to open a page. */
export const CLOCK_SKEW_SECONDS = 300;

/** One retry, so that two calls in turn stay below API Gateway's 29 s. */
const options = { maxNetworkRetries: 1 } as const;

/**
 * Asks Stripe about payment pages, and translates the answers into what webhooks would have told.
 * Source: "Fulfill orders" in the Stripe documentation, which asks at the landing page too.
 */
export function stripeReports(
  access: StripeAccess & { readonly siteOrigin: string },
): PaymentReports {
  const session = sessionReports(stripeClient(access), access.siteOrigin);
  return {
    ask: (purchase) =>
      unlessUnreachable('The payment is not confirmed yet: do not pay again.', () =>
        answerAbout(purchase, session),
      ),
    list: (since) => session.list({ gte: secondsOf(since) }),
  };
}

/**
 * Looks for a purchase without a stored session among the sessions of its time. A purchase with one had
 * a page. If Stripe does not know that session, our key is of another account or mode, which proves
 * nothing about the payment.
 */
async function answerAbout(
  { id, sessionId, createdAt }: Parameters<PaymentReports['ask']>[0],
  { find, list }: ReturnType<typeof sessionReports>,
): Promise<PaymentAnswer> {
  if (sessionId !== undefined) return { ok: true, events: (await find(sessionId))?.events ?? [] };
  const gte = secondsOf(createdAt) - CLOCK_SKEW_SECONDS;
  const lte = secondsOf(createdAt) + CLOCK_SKEW_SECONDS;
  for await (const { events } of list({ gte, lte }, id)) return { ok: true, events };
  return { ok: true, events: [], isUnpayable: true };
}

function sessionReports(stripe: Stripe, siteOrigin: string) {
  const read = async (object: unknown, only?: string): Promise<PaymentReport | undefined> => {
    const session = reportedSessionSchema.parse(object);
    const purchaseId = purchaseIn(session.metadata, siteOrigin);
    if (purchaseId === undefined || (only !== undefined && purchaseId !== only)) return undefined;
    const context = contextOf(stripe, siteOrigin, purchaseId);
    const events: PaymentEvent[] = [];
    for await (const event of eventsOf(stripe, session, context)) if (event) events.push(event);
    return { purchaseId, events };
  };
  return {
    /** Resolves to nothing when Stripe knows no such session, or it is another site's. */
    find: (sessionId: string): Promise<PaymentReport | undefined> => {
      const expand = ['payment_intent'];
      const asked = stripe.checkout.sessions.retrieve(sessionId, { expand }, options);
      return answerOf(asked).then((object) => read(object), nothingIfMissing);
    },
    /** The reports of our sessions of a time, or of one purchase's alone, the newest first. */
    async *list(created: { readonly gte: number; readonly lte?: number }, only?: string) {
      const expand = ['data.payment_intent'];
      const sessions = listed((page) =>
        stripe.checkout.sessions.list({ created, expand, ...page }, options),
      );
      for await (const session of sessions) {
        const report = await read(session, only);
        if (report) yield report;
      }
    },
  };
}

/** The context of events about a purchase that is known. */
export function contextOf(stripe: Stripe, siteOrigin: string, purchaseId: string): EventContext {
  return {
    siteOrigin,
    purchaseOfPayment: async () => purchaseId,
    readInvoice: (id) => answerOf(stripe.invoices.retrieve(id)),
  };
}

/** The events that lead a purchase to where its payment is, in their order. */
async function* eventsOf(stripe: Stripe, session: ReportedSession, context: EventContext) {
  const payment_intent = session.payment_intent?.id ?? null;
  const type = typeOf(session);
  if (type) yield eventAbout(type, { ...session, payment_intent }, context);
  if (session.payment_status === 'unpaid' || payment_intent === null) return;
  yield* reversalsOf(stripe, payment_intent, context);
}

/** The refunds and the disputes of a payment, as events. */
export async function* reversalsOf(stripe: Stripe, payment_intent: string, context: EventContext) {
  const refunds = listed((page) => stripe.refunds.list({ payment_intent, ...page }, options));
  for await (const refund of refunds) yield eventAbout('refund.updated', refund, context);
  const disputes = listed((page) => stripe.disputes.list({ payment_intent, ...page }, options));
  for await (const one of disputes) yield eventAbout('charge.dispute.updated', one, context);
}

/**
 * The event that brought a session to its state; none while it can be paid. A payment that failed
 * for good has the status `requires_payment_method` again.
 * Source: "How PaymentIntents work" in the Stripe documentation.
 */
function typeOf({ status, payment_status, payment_intent }: ReportedSession): string | undefined {
  // A code may have made an open page free, and nobody has ordered there yet.
  if (status === 'open' && payment_status === 'no_payment_required') return undefined;
  if (payment_status !== 'unpaid') return 'checkout.session.completed';
  const payment = payment_intent?.status;
  if (payment === 'processing') return 'checkout.session.completed';
  if (status === 'expired') return 'checkout.session.expired';
  if (status === 'open') return undefined;
  const hasFailed = payment === 'canceled' || payment === 'requires_payment_method';
  return hasFailed ? 'checkout.session.async_payment_failed' : 'checkout.session.completed';
}

/**
 * The objects of all pages of a list.
 * @throws Error when the list is not complete: it has more than `MAX_PAGES`, or an empty page within
 */
export async function* listed(
  ask: (page: { limit: number; starting_after?: string }) => Promise<Stripe.Response<object>>,
): AsyncGenerator<unknown, void> {
  let cursor = {};
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const answer = await answerOf(ask({ limit: PAGE_SIZE, ...cursor }));
    const { data, has_more } = pageSchema.parse(answer);
    yield* data;
    if (!has_more) return;
    const last = data.at(-1);
    if (!last) throw new Error('a page of a list of Stripe is empty, and more should follow');
    cursor = { starting_after: last.id };
  }
  throw new Error('a list of Stripe has too many pages');
}

/** @throws any other error */
export function nothingIfMissing(error: unknown): undefined {
  const isMissing =
    error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
  if (!isMissing) throw error;
}
