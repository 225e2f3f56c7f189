import { describe, expect, test } from 'vitest';
import { forAnyone } from '../../../../functions/callers/for-anyone.ts';
import { receive } from '../../../../functions/checkout/webhook.ts';
import type { PaymentWebhooks } from '../../../../functions/domain/purchase/payments.ts';
import type { ApplyResult } from '../../../../functions/domain/purchase/purchase-store.ts';
import { receiveWebhook } from '../../../../src/contract/checkout.ts';
import { call } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { now } from '../../../support/memory-stores.ts';
import { paidEvent } from '../../../support/purchases.ts';
import { aPayment, deliveryOf, eventText } from '../../../support/stripe-events.ts';

/** The answer to a delivery, and its line of log, for given results of reading and applying it. */
async function deliver(read: Awaited<ReturnType<PaymentWebhooks['read']>>, taken: ApplyResult) {
  const { edge, lines } = edgeOf();
  const deps = { webhooks: { read: async () => read }, purchases: { apply: async () => taken } };
  const handler = forAnyone(receiveWebhook, receive, () => deps, edge);
  const text = eventText('payment_intent.succeeded', aPayment());
  const answer = await call(handler, deliveryOf(text, now));
  return { status: answer.status, body: JSON.parse(answer.body ?? ''), line: lines.at(0) };
}

describe('a delivery', () => {
  test.each([
    'amount_differs',
    'currency_differs',
    'payment_differs',
    'payment_of_another_purchase',
    'purchase_not_found',
  ] as const)('with %s answers 200, says so, and is counted for the alarm', async (code) => {
    const told = await deliver({ ok: true, event: paidEvent() }, { ok: false, code });
    expect(told).toMatchObject({
      status: 200,
      body: {
        received: false,
        mismatch: expect.stringMatching(/^[A-Z].*\. Nothing has changed\.$/),
      },
      line: { status: 200, counts: { PaymentMismatches: 1 } },
    });
  });

  test('of the other mode answers 200, says so, and is counted for the alarm', async () => {
    const read = { ok: false, code: 'livemode_differs' } as const;
    expect(await deliver(read, { ok: true, isGranted: true })).toMatchObject({
      status: 200,
      body: { received: false, mismatch: expect.stringContaining('test mode') },
      line: { status: 200, counts: { PaymentMismatches: 1 } },
    });
  });

  test('that grants credits counts one grant, and its repetition counts nothing', async () => {
    const event = paidEvent();
    const first = await deliver({ ok: true, event }, { ok: true, isGranted: true });
    const again = await deliver({ ok: true, event }, { ok: true, isGranted: false });
    expect(first).toMatchObject({ body: { received: true }, line: { counts: { Grants: 1 } } });
    expect(again.body).toEqual({ received: true });
    expect(again.line?.counts).toEqual({});
  });

  test('that is not signed with our secret is counted, so that somebody hears of a wrong secret', async () => {
    const read = { ok: false, code: 'webhook_invalid', detail: 'Not signed.' } as const;
    const told = await deliver(read, { ok: true, isGranted: true });
    const line = { code: 'webhook_invalid', counts: { WebhooksRefused: 1, Refusals: 1 } };
    expect(told).toMatchObject({ status: 400, line });
  });

  test('that may succeed later is refused, so that Stripe repeats it', async () => {
    const code = 'payments_unreachable';
    const cause = Object.assign(new Error('Slow down.'), { type: 'StripeRateLimitError' });
    const read = { ok: false, code, detail: 'Soon.', cause } as const;
    const told = await deliver(read, { ok: true, isGranted: true });
    const line = { code, error: { code: 'StripeRateLimitError' } };
    expect(told).toMatchObject({ status: 503, body: { code }, line });
    expect(JSON.stringify(told)).not.toContain('Slow down');
  });
});
