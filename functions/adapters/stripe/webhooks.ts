import Stripe from 'stripe';
import type { PaymentRefusal, PaymentWebhooks } from '../../domain/purchase/payments.ts';
import { answerOf, isUnreachable, type StripeAccess, stripeClient } from './client.ts';
import { paymentSchema, purchaseIn } from './events.ts';
import { eventOf, MalformedEventError } from './payment-events.ts';

/** How far a signature's time may be from ours, in seconds. Stripe signs each retry anew. */
const TOLERANCE_SECONDS = 300;

const SignatureError = Stripe.errors.StripeSignatureVerificationError;

/**
 * Reads Stripe's webhooks: verifies the signature over the bytes as they came, and translates the
 * event into a payment event.
 * Source: "Receive Stripe events in your webhook endpoint" in the Stripe documentation.
 */
export function stripeWebhooks(
  access: StripeAccess & { readonly webhookSecret: string; readonly siteOrigin: string },
): PaymentWebhooks {
  const stripe = stripeClient(access);
  return {
    read: async (body, signature, now) => {
      try {
        const verified: unknown = await stripe.webhooks.constructEventAsync(
          body,
          signature ?? '',
          access.webhookSecret,
          TOLERANCE_SECONDS,
          undefined,
          now.getTime(),
        );
        if (!isRecent(signature, now)) throw new SignatureError(signature ?? '', body);
        const event = await eventOf(verified, {
          siteOrigin: access.siteOrigin,
          isLive: access.secretKey.includes('_live_'),
          purchaseOfPayment: (paymentId) => purchaseOf(stripe, paymentId, access.siteOrigin),
          readInvoice: (id) => answerOf(stripe.invoices.retrieve(id)),
        });
        if (event === 'livemode_differs') return { ok: false, code: event };
        return event === undefined ? { ok: true } : { ok: true, event };
      } catch (error) {
        return refusalOf(error);
      }
    },
  };
}

/**
 * Whether a verified signature is of about now. The SDK looks for old ones alone, so that it takes a
 * time that is far ahead or no number (`validateComputedSignature` in its `Webhooks.ts`).
 */
function isRecent(signature: string | undefined, now: Date): boolean {
  const time = signature?.split(',').findLast((item) => item.startsWith('t='));
  const ageSeconds = Math.floor(now.getTime() / 1_000) - Number(time?.slice('t='.length));
  return Math.abs(ageSeconds) <= TOLERANCE_SECONDS;
}

/** Asks Stripe for the purchase of a payment: refunds and disputes name only the payment. */
async function purchaseOf(
  stripe: Stripe,
  paymentId: string,
  siteOrigin: string,
): Promise<string | undefined> {
  const payment = await answerOf(stripe.paymentIntents.retrieve(paymentId));
  return purchaseIn(paymentSchema.parse(payment).metadata, siteOrigin);
}

/** @throws errors that are neither the sender's fault nor Stripe's */
function refusalOf(error: unknown): PaymentRefusal<'webhook_invalid' | 'payments_unreachable'> {
  if (isUnreachable(error)) {
    const detail = 'The payment that this is about could not be looked up. Send it again.';
    return { ok: false, code: 'payments_unreachable', detail, cause: error };
  }
  const detail = faultOf(error);
  if (detail === undefined) throw error;
  return { ok: false, code: 'webhook_invalid', detail, cause: error };
}

function faultOf(error: unknown): string | undefined {
  if (error instanceof SignatureError) {
    return 'The Stripe-Signature header must be a signature of these bytes, made with our secret within the last five minutes.';
  }
  if (error instanceof SyntaxError) return 'The body must be JSON.';
  if (error instanceof MalformedEventError) {
    return 'The body must be an event of the API version that we are made for.';
  }
  return undefined;
}
