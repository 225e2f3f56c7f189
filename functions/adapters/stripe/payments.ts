import type Stripe from 'stripe';
import * as z from 'zod/mini';
import type {
  Order,
  PaymentRefusal,
  PaymentReport,
  Payments,
} from '../../domain/purchase/payments.ts';
import { answerOf, isUnreachable, type StripeAccess, stripeClient } from './client.ts';
import { type Metadata, stripeId } from './events.ts';
import { paymentReports } from './payment-reports.ts';

const sessionSchema = z.object({ id: stripeId, url: z.url({ protocol: /^https?$/ }) });

/** How far Stripe's clock may be from ours, and how long it may take to open a page. */
const CLOCK_SKEW_SECONDS = 300;

/** An address that Stripe certainly accepts. For another it would refuse the whole session. */
const plainEmail = /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,63}$/i;

/**
 * Payments through Stripe Checkout.
 * Source: "Create a Checkout Session" in the Stripe API reference.
 *
 * @param access the key, and the origin of the site, which marks the sessions
 */
export function stripePayments(access: StripeAccess & { readonly siteOrigin: string }): Payments {
  const stripe = stripeClient(access);
  const reports = paymentReports(stripe, access.siteOrigin);
  return {
    openPage: (order) =>
      unlessUnreachable('Nothing was paid: try again soon.', async () => {
        const session = await answerOf(
          stripe.checkout.sessions.create(sessionOf(order, access.siteOrigin), {
            idempotencyKey: order.purchase.id,
          }),
        );
        const { id: sessionId, url } = sessionSchema.parse(session);
        return { ok: true, url, sessionId };
      }),
    ask: (purchase) =>
      unlessUnreachable('The payment is not confirmed yet: do not pay again.', async () => {
        const report = await reportOf(purchase, reports);
        return { ok: true, events: report?.events ?? [] };
      }),
    list: (since) => reports.list({ gte: secondsOf(since) }),
  };
}

async function unlessUnreachable<Result>(
  advice: string,
  work: () => Promise<Result>,
): Promise<Result | PaymentRefusal<'payments_unreachable'>> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnreachable(cause)) throw cause;
    const detail = `The payment service does not answer. ${advice}`;
    return { ok: false, code: 'payments_unreachable', detail, cause };
  }
}

/** A purchase from before we stored sessions is looked for among those of its time. */
async function reportOf(
  { id, sessionId, createdAt }: Parameters<Payments['ask']>[0],
  { find, list }: ReturnType<typeof paymentReports>,
): Promise<PaymentReport | undefined> {
  if (sessionId !== undefined) return find(sessionId);
  const gte = secondsOf(createdAt) - CLOCK_SKEW_SECONDS;
  const lte = secondsOf(createdAt) + CLOCK_SKEW_SECONDS;
  for await (const report of list({ gte, lte })) if (report.purchaseId === id) return report;
  return undefined;
}

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1_000);
}

function sessionOf(order: Order, siteOrigin: string): Stripe.Checkout.SessionCreateParams {
  const { purchase, title, language, email, paidUrl, leftUrl } = order;
  const metadata = { purchase: purchase.id, site: siteOrigin } satisfies Metadata;
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: purchase.currency.toLowerCase(),
          unit_amount: purchase.amountMinor,
          product_data: { name: title },
        },
      },
    ],
    client_reference_id: purchase.id,
    metadata,
    payment_intent_data: { metadata },
    success_url: paidUrl,
    cancel_url: leftUrl,
    expires_at: secondsOf(purchase.openUntil),
    locale: language,
    // The buyer pays the price that the site has shown, not one in a currency that Stripe guesses.
    adaptive_pricing: { enabled: false },
    ...(email !== undefined && plainEmail.test(email) ? { customer_email: email } : {}),
  };
}
