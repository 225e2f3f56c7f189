import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signatureOf } from '../../../infra/local/payments/deliveries.ts';
import { type ProblemCode, problems } from '../../../src/contract/problem.ts';
import { aPayment, aSession, eventText } from '../../support/stripe-events.ts';
import { type Shop, startShop } from './shop.ts';

let shop: Shop;
let cookie: string;
/** The metadata of our own sessions and payments. */
let metadata: { readonly purchase: string; readonly site: string };
/** The payment of a purchase that was paid as ordered. */
let paymentId: string;
let before: Awaited<ReturnType<Shop['api']['stored']>>;

beforeAll(async () => {
  shop = await startShop();
  cookie = await shop.signIn('ada');
  await shop.press(await shop.open(cookie, { pack: 'medium' }), { action: 'pay' });
  paymentId = shop.account.read().sessions.at(-1)?.paymentId ?? '';
  await shop.open(cookie, { pack: 'medium' });
  const [open] = await shop.purchases(cookie);
  metadata = { purchase: open?.id ?? '', site: shop.api.origin };
});

afterAll(() => shop.close());

beforeEach(async () => {
  before = await shop.api.stored();
});

/** The answer is that problem, and the database has the same rows as before. */
async function expectRefusal(answer: Response, code: ProblemCode): Promise<void> {
  expect(await answer.json()).toMatchObject({ code, status: problems[code].status });
  expect(answer.status).toBe(problems[code].status);
  expect(await shop.api.stored()).toEqual(before);
}

function post(body: string | Buffer, signature?: string): Promise<Response> {
  return fetch(`${shop.api.origin}/api/checkout/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === undefined ? {} : { 'stripe-signature': signature }),
    },
    body: new Uint8Array(Buffer.from(body)),
  });
}

function signed(text: string, ageSeconds = 0, secret = shop.webhookSecret): Promise<Response> {
  return post(text, signatureOf(text, secret, new Date(Date.now() - ageSeconds * 1_000)));
}

const paid = () => eventText('checkout.session.completed', aSession({ metadata }));

describe('a webhook is not acceptable', () => {
  test.each<[string, () => Promise<Response>]>([
    ['without a signature', () => post(paid())],
    ['that is signed with another secret', () => signed(paid(), 0, 'whsec_another_secret_00')],
    ['that was signed six minutes ago', () => signed(paid(), 360)],
    [
      'that was changed by a space',
      () => post(`${paid()} `, signatureOf(paid(), shop.webhookSecret, new Date())),
    ],
    ['that is not JSON', () => signed('payment_intent.succeeded')],
    ['that is no event', () => signed('{"type":1}')],
    ['of a session without a payment', () => signed(sessionWith({ payment_intent: null }))],
    ['of a session without an amount', () => signed(sessionWith({ amount_total: null }))],
    ['of an amount as a text', () => signed(sessionWith({ amount_total: '2000' }))],
    ['of a negative amount', () => signed(sessionWith({ amount_total: -2_000 }))],
    ['of a currency that is none', () => signed(sessionWith({ currency: 'dollars' }))],
    ['of an amount that is no whole number', () => signed(sessionWith({ amount_total: 19.99 }))],
    ['of another kind than it says', () => signed(eventText('refund.created', aSession()))],
  ])('%s', async (_what, send) => {
    await expectRefusal(await send(), 'webhook_invalid');
  });

  test('of 1 MB', async () => {
    const text = eventText('checkout.session.completed', aSession({ padding: 'x'.repeat(1e6) }));
    await expectRefusal(await signed(text), 'payload_too_large');
  });
});

describe('a payment that was not ordered changes nothing, and Stripe need not repeat it:', () => {
  test.each<[string, RegExp, () => string]>([
    [
      'for an unknown purchase',
      /No purchase/,
      () => sessionWith({ metadata: { ...metadata, purchase: randomUUID() } }),
    ],
    [
      'that was received in part',
      /amount/,
      () => eventText('payment_intent.succeeded', aPayment({ metadata, amount_received: 1 })),
    ],
    [
      'that paid another purchase before',
      /that of another purchase/,
      () => eventText('payment_intent.succeeded', aPayment({ id: paymentId, metadata })),
    ],
  ])('%s', async (_what, words, makeText) => {
    const answer = await signed(makeText());
    expect(answer.status).toBe(200);
    const mismatch = expect.stringMatching(words);
    expect(await answer.json()).toEqual({ received: false, mismatch });
    expect(await shop.api.stored()).toEqual(before);
  });
});

describe('a webhook about another site’s payment changes nothing, and Stripe need not repeat it:', () => {
  test.each<[string, () => string]>([
    ['an event whose type every object has', () => eventText('constructor', {})],
    ['a session without metadata', () => sessionWith({ metadata: null })],
    ['a purchase that is no id', () => sessionWith({ metadata: { ...metadata, purchase: 'x' } })],
    [
      'a session of another site',
      () => sessionWith({ metadata: { ...metadata, site: 'https://other.example' } }),
    ],
    ['a foreign payment', () => eventText('payment_intent.succeeded', aPayment({ metadata: {} }))],
  ])('%s', async (_what, makeText) => {
    const answer = await signed(makeText());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ received: false });
    expect(await shop.api.stored()).toEqual(before);
  });
});

test.each<[string, ProblemCode, unknown]>([
  ['of a pack that is not sold', 'pack_unknown', { pack: 'ocean' }],
  ['of a pack that every object has', 'pack_unknown', { pack: 'constructor' }],
  ['of several packs', 'pack_unknown', { pack: ['medium'] }],
  ['in a currency that nothing is sold in', 'body_invalid', { pack: 'medium', currency: 'JPY' }],
  ['at another price than the list’s', 'body_invalid', { pack: 'medium', amountMinor: 1 }],
])('no purchase begins %s: %s', async (_what, code, body) => {
  await expectRefusal(await shop.startCheckout(cookie, body), code);
});

test.each(['x', '0', randomUUID()])(
  'the cursor %s names no purchase of the caller',
  async (cursor) => {
    const headers = { cookie };
    const answer = await fetch(`${shop.api.origin}/api/purchases?cursor=${cursor}`, { headers });
    await expectRefusal(answer, 'query_invalid');
  },
);

test('the cursor of another user’s purchase is refused', async () => {
  const stranger = await shop.signIn('bob');
  before = await shop.api.stored();
  const url = `${shop.api.origin}/api/purchases?cursor=${metadata.purchase}`;
  await expectRefusal(await fetch(url, { headers: { cookie: stranger } }), 'query_invalid');
});

test('a form of another site has no effect on the dashboard', async () => {
  const { id } = shop.account.read().sessions[0] ?? {};
  const known = shop.account.read();
  const answer = await fetch(`${shop.origin}/dashboard`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({ action: 'refund', id: id ?? '', amount: '1' }),
  });
  expect(answer.status).toBe(403);
  expect(shop.account.read()).toBe(known);
});

/** A paid session of ours, with changes. */
function sessionWith(changes: Readonly<Record<string, unknown>>): string {
  return eventText('checkout.session.completed', aSession({ metadata, ...changes }));
}
