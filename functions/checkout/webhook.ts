import { receiveWebhook } from '../../src/contract/checkout.ts';
import { database } from '../adapters/postgres/connection/database.ts';
import { purchaseStore } from '../adapters/postgres/purchase/purchase-store.ts';
import { stripeWebhooks } from '../adapters/stripe/webhooks.ts';
import { type AnyoneRequest, forAnyone } from '../callers/for-anyone.ts';
import type { PaymentWebhooks } from '../domain/purchase/payments.ts';
import type { ApplyResult, PurchaseStore } from '../domain/purchase/purchase-store.ts';
import type { Reply } from '../http/handler.ts';
import { countsOf } from '../purchases/ask-about-purchase.ts';
import { stripeWebhookSettings } from '../settings.ts';

interface Deps {
  readonly webhooks: PaymentWebhooks;
  readonly purchases: Pick<PurchaseStore, 'apply'>;
}

type Mismatch = Extract<ApplyResult, { ok: false }>['code'] | 'livemode_differs';

/**
 * Applies a payment event, and answers 200 once its effect is stored. After any other answer Stripe
 * repeats the event for up to three days, which is right where another attempt may help. It does
 * not help where the payment is not the one that was ordered. Stripe may also turn off an endpoint
 * that refuses for days, and with it every purchase. So a mismatch is answered 200 too, with the
 * reason in its body. A count of its own raises an alarm (`docs/operations.md`).
 */
export async function receive(
  request: AnyoneRequest<typeof receiveWebhook>,
  deps: Deps,
): Promise<Reply<typeof receiveWebhook>> {
  const { body, headers, now } = request;
  const read = await deps.webhooks.read(body, headers['stripe-signature'], now);
  if (!read.ok) {
    if (read.code === 'livemode_differs') return refuseMismatch(read.code);
    return read.code === 'webhook_invalid' ? { ...read, counts: { WebhooksRefused: 1 } } : read;
  }
  if (read.event === undefined) return { status: 200, body: { received: false } };
  const applied = await deps.purchases.apply(read.event, now);
  if (!applied.ok) return refuseMismatch(applied.code);
  return { status: 200, body: { received: true }, counts: countsOf(applied) };
}

function refuseMismatch(code: Mismatch) {
  const body = { received: false, mismatch: mismatches[code] };
  return { status: 200, body, counts: { PaymentMismatches: 1 } } as const;
}

const mismatches: Readonly<Record<Mismatch, string>> = {
  purchase_not_found: 'No purchase has the id that the payment names. Nothing has changed.',
  amount_differs: 'The payment is not of the amount that was ordered. Nothing has changed.',
  currency_differs: 'The payment is not in the currency that was ordered. Nothing has changed.',
  payment_differs: 'The purchase was paid by another payment. Nothing has changed.',
  livemode_differs:
    'The event is of test mode and our key of live mode, or the other way round. Nothing has changed.',
  payment_of_another_purchase: 'The payment is that of another purchase. Nothing has changed.',
};

export const handler = forAnyone(receiveWebhook, receive, (env) => ({
  webhooks: stripeWebhooks(stripeWebhookSettings(env)),
  purchases: purchaseStore(database(env)),
}));
