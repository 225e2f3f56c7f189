import { database } from '../adapters/postgres/connection/database.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripeWebhooks } from '../adapters/stripe/webhooks.ts';
import type { PaymentWebhooks } from '../domain/purchase/payments.ts';
import type { ApplyResult, PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';
import { stripeWebhookSettings } from '../settings/stripe.ts';

interface Deps {
  readonly webhooks: PaymentWebhooks;
  readonly purchases: Pick<PurchaseStore, 'apply'>;
}

type Mismatch = Extract<ApplyResult, { ok: false }>['mismatch'];

/**
 * Takes what the payment service tells of a payment, and answers 200 once its effect is stored.
 * Stripe sends everything that was answered otherwise again, for up to three days, which is right
 * for what another attempt may mend. A payment that is not the one that was ordered will be no other
 * tomorrow, and Stripe may turn off an endpoint that refuses for days, and with it every purchase:
 * so it is answered 200 too, says in its body what does not fit, for whoever looks it up at Stripe,
 * and is counted by itself, which an alarm hears at once (`docs/operations.md`).
 */
export const receiveWebhook: Handler<'receiveWebhook', Deps> = async (request, deps) => {
  const { body, headers, now } = request;
  const read = await deps.webhooks.read(body, headers['stripe-signature'], now);
  if (!read.ok) return { problem: read.code, detail: read.detail, cause: read.cause };
  if (read.event === undefined) return { status: 200, body: { received: false } };
  const taken = await deps.purchases.apply(read.event, now);
  if (taken.ok) {
    const counts = taken.isGranted ? { Grants: 1 } : {};
    return { status: 200, body: { received: true }, counts };
  }
  const mismatch = mismatches[taken.mismatch];
  return { status: 200, body: { received: false, mismatch }, counts: { PaymentMismatches: 1 } };
};

const mismatches: Readonly<Record<Mismatch, string>> = {
  purchase: 'No purchase has the id that the payment names. Nothing has changed.',
  amount: 'The payment is not of the amount that was ordered. Nothing has changed.',
  currency: 'The payment is not in the currency that was ordered. Nothing has changed.',
  payment: 'The purchase was paid by another payment. Nothing has changed.',
  owner: 'The payment is that of another purchase. Nothing has changed.',
};

export const handler = lambda('receiveWebhook', receiveWebhook, (env) => ({
  webhooks: stripeWebhooks(stripeWebhookSettings(env)),
  purchases: purchaseStore(database(env)),
}));
