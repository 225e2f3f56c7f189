import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { stripePayments } from '../../../../../functions/adapters/stripe/payments.ts';
import { stripeWebhooks } from '../../../../../functions/adapters/stripe/webhooks.ts';
import type { Order } from '../../../../../functions/domain/purchase/payments.ts';
import { signatureOf } from '../../../../../infra/local/payments/deliveries.ts';
import { portOf } from '../../../../support/any-port.ts';
import { siteOrigin } from '../../../../support/api-event.ts';
import { now } from '../../../../support/memory-stores.ts';
import { aPurchase, purchaseId } from '../../../../support/purchases.ts';
import {
  aPayment,
  aRefund,
  aSession,
  eventText,
  webhookSecret,
} from '../../../../support/stripe-events.ts';

const secretKey = 'sk_test_0123456789';

const order: Order = {
  purchase: aPurchase(),
  title: '500 credits',
  language: 'zh',
  email: 'ada@example.com',
  paidUrl: `${siteOrigin}/zh/account/?purchase=${purchaseId}#purchases`,
  leftUrl: `${siteOrigin}/zh/account/#packs`,
};

/** A server in Stripe's place until the test ends; returns its origin. */
async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://localhost:${portOf(server)}`;
}

/** Gives every request the same answer, and tells the SDK not to try again. */
function always(status: number, body: unknown): RequestListener {
  const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' };
  return (_request, response) => {
    response.writeHead(status, headers).end(JSON.stringify(body));
  };
}

async function sentText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test('an order is sent with its price, its purpose and a key that makes it one session', async () => {
  const sent = Promise.withResolvers<{ headers: IncomingMessage['headers']; text: string }>();
  const apiBase = await answering(async (request, response) => {
    sent.resolve({ headers: request.headers, text: await sentText(request) });
    always(200, { id: 'cs_1', url: 'https://checkout.example/c/1' })(request, response);
  });
  const opened = await stripePayments({ secretKey, apiBase, siteOrigin }).openPage(order);
  expect(opened).toEqual({ ok: true, url: 'https://checkout.example/c/1', sessionId: 'cs_1' });
  const { headers, text } = await sent.promise;
  expect(headers).toMatchObject({
    authorization: `Bearer ${secretKey}`,
    'idempotency-key': purchaseId,
    'stripe-version': '2026-10-28.endive',
  });
  expect(headers).not.toHaveProperty('x-stripe-client-telemetry');
  expect(Object.fromEntries(new URLSearchParams(text))).toEqual({
    mode: 'payment',
    'line_items[0][quantity]': '1',
    'line_items[0][price_data][currency]': 'usd',
    'line_items[0][price_data][unit_amount]': '2000',
    'line_items[0][price_data][product_data][name]': '500 credits',
    client_reference_id: purchaseId,
    'metadata[purchase]': purchaseId,
    'metadata[site]': siteOrigin,
    'payment_intent_data[metadata][purchase]': purchaseId,
    'payment_intent_data[metadata][site]': siteOrigin,
    success_url: order.paidUrl,
    cancel_url: order.leftUrl,
    expires_at: '1795266000',
    locale: 'zh',
    'adaptive_pricing[enabled]': 'false',
    customer_email: 'ada@example.com',
  });
});

test.each([
  ['zh', 'zh'],
  ['eo', 'auto'],
])(
  'the page is in the language %s, or in the browser’s where Stripe lacks it',
  async (own, said) => {
    const locales: (string | null)[] = [];
    const apiBase = await answering(async (request, response) => {
      const locale = new URLSearchParams(await sentText(request)).get('locale');
      locales.push(locale);
      const refusal = { type: 'invalid_request_error', param: 'locale', message: 'Invalid locale' };
      const page = { id: 'cs_1', url: 'https://checkout.example/c/1' };
      const [status, body] = locale === 'eo' ? [400, { error: refusal }] : [200, page];
      always(status, body)(request, response);
    });
    const payments = stripePayments({ secretKey, apiBase, siteOrigin });
    const opened = await payments.openPage({ ...order, language: own as typeof order.language });
    expect([opened.ok, locales.at(-1)]).toEqual([true, said]);
  },
);

test('a purchase that saves its card asks for a card alone, and for a customer to keep it', async () => {
  const sent = Promise.withResolvers<string>();
  const apiBase = await answering(async (request, response) => {
    sent.resolve(await sentText(request));
    always(200, { id: 'cs_1', url: 'https://checkout.example/c/1' })(request, response);
  });
  const saving = { ...order, purchase: aPurchase({ card: 'saves' }) };
  await stripePayments({ secretKey, apiBase, siteOrigin }).openPage(saving);
  expect(Object.fromEntries(new URLSearchParams(await sent.promise))).toMatchObject({
    customer_creation: 'always',
    'payment_intent_data[setup_future_usage]': 'off_session',
    'allowed_payment_method_types[0]': 'card',
  });
});

test.each(['adä@example.com', 'ada@localhost', 'a da@example.com', 'ada@exa_mple.com'])(
  'the address %s, which Stripe might refuse, is left to the buyer',
  async (email) => {
    const sent = Promise.withResolvers<string>();
    const apiBase = await answering(async (request, response) => {
      sent.resolve(await sentText(request));
      always(200, { id: 'cs_1', url: 'https://checkout.example/c/1' })(request, response);
    });
    await stripePayments({ secretKey, apiBase, siteOrigin }).openPage({ ...order, email });
    expect(await sent.promise).not.toContain('customer_email');
  },
);

test.each([
  [500, { error: { type: 'api_error', message: 'x' } }, { type: 'StripeAPIError' }],
  [503, {}, { name: 'UnansweredError' }],
  [429, { error: { type: 'rate_limit_error', message: 'x' } }, { type: 'StripeRateLimitError' }],
])(
  'when Stripe answers %i it counts as unreachable, and the log has the cause',
  async (status, body, cause) => {
    const apiBase = await answering(always(status, body));
    const opened = await stripePayments({ secretKey, apiBase, siteOrigin }).openPage(order);
    expect(opened).toMatchObject({ ok: false, code: 'payments_unreachable', cause });
  },
);

test.each<[string, number, unknown]>([
  ['a refusal', 400, { error: { type: 'invalid_request_error', message: 'x' } }],
  ['a key that is not known', 401, { error: { type: 'invalid_request_error', message: 'x' } }],
  ['a session without an address', 200, { url: null }],
])('%s is a fault of ours', async (_what, status, body) => {
  const apiBase = await answering(always(status, body));
  const opening = stripePayments({ secretKey, apiBase, siteOrigin }).openPage(order);
  await expect(opening).rejects.toThrow();
});

test('a refund whose payment cannot be looked up now has to be sent again', async () => {
  const apiBase = await answering(always(500, { error: { type: 'api_error', message: 'x' } }));
  const webhooks = stripeWebhooks({ secretKey, apiBase, siteOrigin, webhookSecret });
  const text = eventText('refund.created', aRefund());
  const read = await webhooks.read(Buffer.from(text), signatureOf(text, webhookSecret, now), now);
  const cause = { type: 'StripeAPIError' };
  expect(read).toMatchObject({ ok: false, code: 'payments_unreachable', cause });
});

test.each([
  [0, true],
  [300, true],
  [301, false],
  [-300, true],
  [-301, false],
  [-315_360_000, false],
])('a signature whose time is %d s ago is accepted: %s', async (ageSeconds, isAccepted) => {
  const webhooks = stripeWebhooks({ secretKey, siteOrigin, webhookSecret });
  const text = eventText('payment_intent.succeeded', aPayment());
  const signedAt = new Date(now.getTime() - ageSeconds * 1_000);
  const signature = signatureOf(text, webhookSecret, signedAt);
  const read = await webhooks.read(Buffer.from(text), signature, now);
  expect(read.ok).toBe(isAccepted);
  if (!isAccepted) expect(read).toMatchObject({ code: 'webhook_invalid' });
});

test('a signature whose time is no number is refused', async () => {
  const webhooks = stripeWebhooks({ secretKey, siteOrigin, webhookSecret });
  const text = eventText('payment_intent.succeeded', aPayment());
  const signature = signatureOf(text, webhookSecret, new Date(Number.NaN));
  expect(signature).toMatch(/^t=NaN,v1=[0-9a-f]{64}$/);
  const read = await webhooks.read(Buffer.from(text), signature, now);
  expect(read).toMatchObject({ ok: false, code: 'webhook_invalid' });
});

test.each([
  ['sk_test_1', false, true],
  ['sk_live_1', true, true],
  ['rk_live_1', true, true],
  ['sk_test_1', true, false],
  ['sk_live_1', false, false],
])('with the key %s an event with livemode %s is accepted: %s', async (key, livemode, expected) => {
  const webhooks = stripeWebhooks({ secretKey: key, siteOrigin, webhookSecret });
  const text = eventText('payment_intent.succeeded', aPayment(), 'evt_1', { livemode });
  const read = await webhooks.read(Buffer.from(text), signatureOf(text, webhookSecret, now), now);
  expect(read).toMatchObject(expected ? { event: { kind: 'paid' } } : { code: 'livemode_differs' });
});

test('a session of ours that is no payment is refused; that of another program is not ours', async () => {
  const webhooks = stripeWebhooks({ secretKey, siteOrigin, webhookSecret });
  const read = (changes: Readonly<Record<string, unknown>>) => {
    const text = eventText('checkout.session.completed', aSession({ ...changes }));
    return webhooks.read(Buffer.from(text), signatureOf(text, webhookSecret, now), now);
  };
  expect(await read({ mode: 'subscription' })).toMatchObject({ code: 'webhook_invalid' });
  expect(await read({ mode: 'subscription', metadata: {} })).toEqual({ ok: true });
});
