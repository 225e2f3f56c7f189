import Stripe from 'stripe';
import * as z from 'zod/mini';
import type { OwedRefund, RefundAnswer, Refunds } from '../../domain/purchase/owed-refund.ts';
import {
  answerOf,
  isUnreachable,
  type StripeAccess,
  stripeClient,
  unlessUnreachable,
} from './client.ts';
import { refundSchema } from './events.ts';
import { eventAbout, refundStatus } from './payment-events.ts';
import { contextOf } from './payment-reports.ts';

/**
 * Errors after which nothing is left to pay back: a refund or the payer's bank has done it.
 * Source: "Error codes" in the Stripe documentation.
 */
const goneCodes: ReadonlySet<string | undefined> = new Set([
  'charge_already_refunded',
  'charge_disputed',
]);

/** Makes refunds. Source: "Create a refund" in the Stripe API reference. */
export function stripeRefunds(access: StripeAccess & { readonly siteOrigin: string }): Refunds {
  const stripe = stripeClient(access);
  return {
    make: (owed) =>
      unlessUnreachable('The refund is tried again.', async () => {
        try {
          return await makeRefund(stripe, owed, access.siteOrigin);
        } catch (cause) {
          if (!(cause instanceof Stripe.errors.StripeError)) throw cause;
          if (goneCodes.has(cause.code)) return { ok: true };
          if (isUnreachable(cause)) throw cause;
          return { ok: false, code: 'refund_refused', cause };
        }
      }),
  };
}

/**
 * Without an amount the whole rest goes back, so that nothing goes back twice. The number of tries is
 * in the key, because Stripe repeats the answer to a key for 24 hours, also when it was a refusal
 * ("Idempotent requests" in the API reference).
 */
async function makeRefund(
  stripe: Stripe,
  { purchaseId, paymentId, tries }: OwedRefund,
  siteOrigin: string,
): Promise<RefundAnswer> {
  const answer = await answerOf(
    stripe.refunds.create(
      { payment_intent: paymentId, metadata: { purchase: purchaseId, site: siteOrigin } },
      { idempotencyKey: `refund ${purchaseId} ${tries}` },
    ),
  );
  const { id, status } = z.parse(refundSchema, answer);
  const context = contextOf(stripe, siteOrigin, purchaseId);
  const event = await eventAbout('refund.created', answer, context);
  if (event && refundStatus(status) === 'taken') return { ok: true, refundId: id, event };
  return { ok: false, code: 'refund_refused', cause: new Error(`the refund is ${status}`) };
}
