import Stripe from 'stripe';
import * as z from 'zod/mini';
import type {
  PaymentEvent,
  PaymentReport,
  PaymentReports,
} from '../../domain/purchase/payments.ts';
import type { ChargeOrder, SavedCards } from '../../domain/purchase/top-up.ts';
import {
  answerOf,
  isUnreachable,
  type StripeAccess,
  secondsOf,
  stripeClient,
  unlessUnreachable,
} from './client.ts';
import { type Metadata, purchaseIn, stripeId, topUpMark } from './events.ts';
import { chargeByInvoice } from './invoices.ts';
import { eventAbout } from './payment-events.ts';
import {
  CLOCK_SKEW_SECONDS,
  contextOf,
  listed,
  nothingIfMissing,
  reversalsOf,
  stripeReports,
} from './payment-reports.ts';

const savingSessionSchema = z.object({
  customer: z.nullable(stripeId),
  locale: z.nullish(z.string()),
  invoice: z.nullish(stripeId),
  payment_intent: z.nullable(z.object({ payment_method: z.nullable(stripeId) })),
});

const statusSchema = z.looseObject({ status: z.string() });

const topUpPaymentSchema = z.object({
  id: stripeId,
  status: z.string(),
  metadata: z.looseObject({ top_up: z.literal(topUpMark) }),
});

/**
 * Cards that Checkout has saved: each with the customer that it made for it.
 * Source: "Charge the saved payment method later" in "Save payment details during payment" of the
 * Stripe documentation.
 */
export function stripeCards(access: StripeAccess & { readonly siteOrigin: string }): SavedCards {
  const stripe = stripeClient(access);
  return {
    charge: (sessionId, order) =>
      unlessUnreachable('The pack is bought a little later.', async () => {
        try {
          const card = await cardOf(stripe, sessionId);
          if (!card) return { ok: false, code: 'declined' };
          return await charge(stripe, card, order, access);
        } catch (cause) {
          return refusalOf(cause);
        }
      }),
    remove: (sessionId) =>
      unlessUnreachable('The card is removed a little later.', async () => {
        const card = await cardOf(stripe, sessionId).catch(nothingIfMissing);
        if (card) {
          await answerOf(stripe.paymentMethods.detach(card.methodId)).catch(nothingIfDetached);
          // A customer with an invoice stays: its credit notes need the customer.
          if (!card.hasInvoice) {
            await answerOf(stripe.customers.del(card.customerId)).catch(nothingIfMissing);
          }
        }
        return { ok: true };
      }),
  };
}

/**
 * Asks Stripe about payments by saved cards, which have no page, and about those that have one.
 * Source: "List all PaymentIntents" in the Stripe API reference.
 */
export function allReports(access: StripeAccess & { readonly siteOrigin: string }): PaymentReports {
  const [pages, stripe] = [stripeReports(access), stripeClient(access)];
  const eventsOfTopUp = async ({
    id,
    paymentId,
    createdAt,
  }: Parameters<PaymentReports['ask']>[0]) => {
    if (paymentId !== undefined) {
      const payment = await answerOf(stripe.paymentIntents.retrieve(paymentId));
      return eventsOf(stripe, payment, access.siteOrigin);
    }
    const since = new Date(createdAt.getTime() - CLOCK_SKEW_SECONDS * 1_000);
    // The paid one of several tries is the answer.
    for await (const { events } of topUpReports(stripe, since, access.siteOrigin, id)) {
      if (events.length > 0) return events;
    }
    return [];
  };
  return {
    ask: (purchase) => {
      if (purchase.card !== 'pays') return pages.ask(purchase);
      const advice = 'The payment is not confirmed yet.';
      return unlessUnreachable(advice, async () => {
        const events = await eventsOfTopUp(purchase);
        return { ok: true, events, isUnpayable: events.length === 0 };
      });
    },
    async *list(since) {
      yield* pages.list(since);
      yield* topUpReports(stripe, since, access.siteOrigin);
    },
  };
}

async function* topUpReports(
  stripe: Stripe,
  since: Date,
  siteOrigin: string,
  only?: string,
): AsyncGenerator<PaymentReport, void> {
  const created = { gte: secondsOf(since) };
  const payments = listed((page) => stripe.paymentIntents.list({ created, ...page }));
  for await (const payment of payments) {
    const { success, data } = z.safeParse(topUpPaymentSchema, payment);
    const purchaseId = success ? purchaseIn(data.metadata, siteOrigin) : undefined;
    if (purchaseId === undefined || (only !== undefined && purchaseId !== only)) continue;
    yield { purchaseId, events: await eventsOf(stripe, payment, siteOrigin) };
  }
}

/** A failed payment has no events, because the worker may charge the card again. */
async function eventsOf(
  stripe: Stripe,
  payment: unknown,
  siteOrigin: string,
): Promise<readonly PaymentEvent[]> {
  const { id, status, metadata } = topUpPaymentSchema.parse(payment);
  const purchaseId = purchaseIn(metadata, siteOrigin) ?? '';
  if (status === 'processing') return [{ kind: 'progress', purchaseId, progress: 'processing' }];
  if (status !== 'succeeded') return [];
  const context = contextOf(stripe, siteOrigin, purchaseId);
  const events = [await eventAbout('payment_intent.succeeded', payment, context)];
  for await (const event of reversalsOf(stripe, id, context)) events.push(event);
  return events.filter((event) => event !== undefined);
}

interface Card {
  readonly customerId: string;
  readonly methodId: string;
  /** The language of the payment page that saved it. */
  readonly locale: string;
  readonly hasInvoice: boolean;
}

/** The card that a payment page has saved; undefined when it has saved none. */
async function cardOf(stripe: Stripe, sessionId: string): Promise<Card | undefined> {
  const expand = ['payment_intent'];
  const session = await answerOf(stripe.checkout.sessions.retrieve(sessionId, { expand }));
  const parsed = savingSessionSchema.parse(session);
  const { customer: customerId, payment_intent: payment, locale, invoice } = parsed;
  const methodId = payment?.payment_method ?? null;
  if (customerId === null || methodId === null) return undefined;
  return { customerId, methodId, locale: locale ?? '', hasInvoice: Boolean(invoice) };
}

async function charge(
  stripe: Stripe,
  { locale, ...card }: Card,
  order: ChargeOrder,
  { siteOrigin, invoices: tax }: Parameters<typeof stripeCards>[0],
): ReturnType<SavedCards['charge']> {
  const titled = { ...card, title: order.titleIn(locale) };
  const payment = tax
    ? await chargeByInvoice(stripe, titled, order, { siteOrigin, tax })
    : (await order.isWanted())
      ? await chargeAlone(stripe, card, order, siteOrigin)
      : 'lapsed';
  if (payment === 'limit' || payment === 'lapsed') return { ok: false, code: payment };
  if (statusSchema.parse(payment).status !== 'succeeded') return { ok: true };
  const context = contextOf(stripe, siteOrigin, order.id);
  const event = await eventAbout('payment_intent.succeeded', payment, context);
  return event ? { ok: true, event } : { ok: true };
}

/** A charge without an invoice. */
function chargeAlone(
  stripe: Stripe,
  { customerId, methodId }: Pick<Card, 'customerId' | 'methodId'>,
  { id, amountMinor, currency }: ChargeOrder,
  siteOrigin: string,
): Promise<unknown> {
  const metadata = { purchase: id, site: siteOrigin, top_up: topUpMark } satisfies Metadata;
  return answerOf(
    stripe.paymentIntents.create(
      {
        amount: amountMinor,
        currency: currency.toLowerCase(),
        customer: customerId,
        payment_method: methodId,
        // Other payment methods may send the payer to another page, and need its address.
        allowed_payment_method_types: ['card'],
        off_session: true,
        confirm: true,
        metadata,
      },
      // Another card under the same key would be refused.
      { idempotencyKey: `top-up ${id} ${methodId}` },
    ),
  );
}

/**
 * The meaning of an error for a card. A card or a customer that somebody has removed at Stripe, and
 * a price that Stripe does not take, are no more use than a card that is declined.
 * Source: "Card decline errors" in "Error codes" of the Stripe documentation.
 * @throws errors that are not about the card
 */
function refusalOf(cause: unknown): { ok: false; code: 'declined' | 'confirm'; cause?: unknown } {
  if (isUnreachable(cause)) throw cause;
  if (cause instanceof Stripe.errors.StripeCardError) {
    return { ok: false, code: confirmCodes.has(cause.code) ? 'confirm' : 'declined' };
  }
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) throw cause;
  return { ok: false, code: 'declined', cause };
}

/** Source: "Error codes" in the Stripe documentation; the second is that of an invoice. */
const confirmCodes: ReadonlySet<string | undefined> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
]);

/** Stripe has no code for it. The customer is deleted next, and no card outlives that. */
function nothingIfDetached(error: unknown): undefined {
  if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}
