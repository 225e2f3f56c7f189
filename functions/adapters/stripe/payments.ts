import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { Order, Payments } from '../../domain/purchase/payments.ts';
import {
  answerOf,
  nothingIfRefused,
  type StripeAccess,
  secondsOf,
  stripeClient,
  unlessUnreachable,
} from './client.ts';
import { billOfPage, type Metadata, stripeId } from './events.ts';
import { invoicedSession } from './invoices.ts';

const pageAddress = z.url({ protocol: /^https?$/ });

const sessionSchema = z.object({ id: stripeId, url: pageAddress });

const pageSchema = z.object({ url: z.nullable(pageAddress) });

/** An address that Stripe certainly accepts. For another it would refuse the whole session. */
const plainEmail = /^[\w.+-]{1,64}@(?:[a-z\d-]{1,63}\.)+[a-z]{2,63}$/i;

/**
 * Payments through Stripe Checkout.
 * A card that is saved gets a customer of its own, so that nothing else is removed with it.
 * Source: "Create a Checkout Session" in the Stripe API reference; "Save payment details during
 * payment" (https://docs.stripe.com/payments/save-during-payment).
 * @param access the key, and the origin of the site, which marks the sessions
 */
export function stripePayments(access: StripeAccess & { readonly siteOrigin: string }): Payments {
  const stripe = stripeClient(access);
  return {
    openPage: (order) =>
      unlessUnreachable('Nothing was paid: try again soon.', async () => {
        const asked = sessionOf(order, access);
        const create = (parameters: typeof asked) =>
          answerOf(
            stripe.checkout.sessions.create(parameters, { idempotencyKey: order.purchase.id }),
          );
        const session = await create(asked).catch((error) => {
          if (!isLocaleUnknown(error)) throw error;
          return create({ ...asked, locale: 'auto' });
        });
        const { id: sessionId, url } = sessionSchema.parse(session);
        return { ok: true, url, sessionId };
      }),
    findPage: (sessionId) =>
      unlessUnreachable('Nothing was paid: try again soon.', async () => {
        const session = await answerOf(stripe.checkout.sessions.retrieve(sessionId));
        const { url } = pageSchema.parse(session);
        return url === null ? { ok: true } : { ok: true, url };
      }),
    closePage: (sessionId) =>
      unlessUnreachable('The payment page is still open: try again soon.', async () => {
        await answerOf(stripe.checkout.sessions.expire(sessionId)).catch(nothingIfRefused);
        return { ok: true };
      }),
  };
}

/** Whether Stripe's page lacks the language; it is the browser's then, and the key is free still. */
function isLocaleUnknown(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeInvalidRequestError && error.param === 'locale';
}

function sessionOf(
  order: Order,
  { siteOrigin, invoices }: Parameters<typeof stripePayments>[0],
): Stripe.Checkout.SessionCreateParams {
  const { purchase, title, language, email, paidUrl, leftUrl } = order;
  const metadata = { purchase: purchase.id, site: siteOrigin } satisfies Metadata;
  const savesCard = purchase.card === 'saves';
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: purchase.currency.toLowerCase(),
          unit_amount: purchase.amountMinor,
          ...(invoices && { tax_behavior: invoices }),
          product_data: { name: title },
        },
      },
    ],
    client_reference_id: purchase.id,
    metadata,
    payment_intent_data: {
      metadata: { ...metadata, ...(invoices && { bill: billOfPage }) },
      ...(savesCard ? { setup_future_usage: 'off_session' } : {}),
    },
    ...(savesCard ? { customer_creation: 'always', allowed_payment_method_types: ['card'] } : {}),
    ...(invoices && invoicedSession),
    success_url: paidUrl,
    cancel_url: leftUrl,
    expires_at: secondsOf(purchase.openUntil),
    locale: language,
    // The buyer pays the price that the site has shown, not one in a currency that Stripe guesses.
    adaptive_pricing: { enabled: false },
    ...(email !== undefined && plainEmail.test(email) ? { customer_email: email } : {}),
  };
}
