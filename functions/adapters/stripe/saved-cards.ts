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
  nothingIfRefused,
  type StripeAccess,
  secondsOf,
  stripeClient,
  unlessUnreachable,
} from './client.ts';
import { type Metadata, purchaseIn, stripeId, topUpMark } from './events.ts';
import { chargeByInvoice, InvoiceFault, type TriedCharge } from './invoices.ts';
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
          // The customer is deleted next, and no card outlives that.
          await answerOf(stripe.paymentMethods.detach(card.methodId)).catch(nothingIfRefused);
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
  const tried = tax
    ? await chargeByInvoice(stripe, titled, order, { siteOrigin, tax })
    : await chargeAlone(stripe, card, order, siteOrigin);
  if ('code' in tried) return tried;
  if (statusSchema.parse(tried.payment).status !== 'succeeded') return { ok: true };
  const context = contextOf(stripe, siteOrigin, order.id);
  const event = await eventAbout('payment_intent.succeeded', tried.payment, context);
  return event ? { ok: true, event } : { ok: true };
}

/** A charge without an invoice. */
async function chargeAlone(
  stripe: Stripe,
  { customerId, methodId }: Pick<Card, 'customerId' | 'methodId'>,
  { id, amountMinor, currency, isWanted }: ChargeOrder,
  siteOrigin: string,
): Promise<TriedCharge> {
  if (!(await isWanted())) return { ok: false, code: 'lapsed' };
  const metadata = { purchase: id, site: siteOrigin, top_up: topUpMark } satisfies Metadata;
  const payment = await answerOf(
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
  return { payment };
}

/**
 * The meaning of an error for a card. A card or a customer that somebody has removed at Stripe, and
 * a price that Stripe does not take, are no more use than a card that is declined. A call that Stripe
 * refuses for another reason, such as taxes that are not set up, is the operator's to mend.
 * Source: "Card decline errors" in "Error codes" of the Stripe documentation.
 * @throws errors that are not about the charge
 */
function refusalOf(cause: unknown): Awaited<ReturnType<SavedCards['charge']>> {
  if (isUnreachable(cause)) throw cause;
  const { StripeCardError, StripeError, StripeInvalidRequestError } = Stripe.errors;
  const code = cause instanceof StripeError ? cause.code : undefined;
  if (confirmCodes.has(code ?? '')) return { ok: false, code: 'confirm' };
  if (cause instanceof StripeCardError) return { ok: false, code: 'declined' };
  const isRefused = cause instanceof StripeInvalidRequestError;
  if (!isRefused && !(cause instanceof InvoiceFault)) throw cause;
  const isOfCard = isRefused && !operatorCodes.test(code ?? '');
  return { ok: false, code: isOfCard ? 'declined' : 'misconfigured', cause };
}

/** The beginnings of codes about accounts, keys, parameters and taxes, from "Error codes". */
const operatorCodes =
  /^(?:account|api_key|customer_tax|invoice|parameter|platform|secret_key|stripe_tax|tax)/;

/** Source: "Error codes" in the Stripe documentation; the second is that of an invoice. */
const confirmCodes: ReadonlySet<string> = new Set([
  'authentication_required',
  'invoice_payment_intent_requires_action',
]);
