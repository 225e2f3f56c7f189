import { database } from '../adapters/postgres/database.ts';
import { purchaseStore } from '../adapters/postgres/purchase-store.ts';
import { stripeWebhooks } from '../adapters/stripe/webhooks.ts';
import type { PaymentWebhooks } from '../domain/purchase/payments.ts';
import type { PurchaseStore, Taken } from '../domain/purchase/purchase-store.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { stripeWebhookSettings } from '../http/stripe-settings.ts';

interface Deps {
  readonly webhooks: PaymentWebhooks;
  readonly purchases: PurchaseStore;
}

type Mismatch = Extract<Taken, { ok: false }>['mismatch'];

/**
 * Takes what the payment service tells of a payment, and answers 200 once its effect is stored.
 * Stripe sends everything that was answered otherwise again, for up to three days, and shows its
 * owner that it failed: right for what another attempt may mend, and for what somebody must look
 * at, such as a payment that is not the one that was ordered.
 */
export const takeWebhook: Handler<'takeWebhook', Deps> = async (request, deps) => {
  const { body, headers, now } = request;
  const read = await deps.webhooks.read(body, headers['stripe-signature'], now);
  if (!read.ok) return { problem: read.code, detail: read.detail };
  if (read.news === undefined) return { status: 200, body: { received: false } };
  const taken = await deps.purchases.take(read.news, now);
  if (taken.ok) {
    const counts = taken.isGranted ? { Grants: 1 } : {};
    return { status: 200, body: { received: true }, counts };
  }
  return { problem: 'payment_mismatch', detail: mismatches[taken.mismatch] };
};

const mismatches: Readonly<Record<Mismatch, string>> = {
  purchase: 'No purchase has the id that the payment names. Nothing has changed.',
  amount: 'The payment is not of the amount that was ordered. Nothing has changed.',
  currency: 'The payment is not in the currency that was ordered. Nothing has changed.',
  payment: 'The purchase was paid by another payment. Nothing has changed.',
};

export const handler = lambda('takeWebhook', takeWebhook, (env) => ({
  webhooks: stripeWebhooks(stripeWebhookSettings(env)),
  purchases: purchaseStore(database(env)),
}));
