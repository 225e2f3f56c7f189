import { expect, onTestFinished, test } from 'vitest';
import { stripeReports } from '../../../../../functions/adapters/stripe/payment-reports.ts';
import { serve } from '../../../../integration/local/serve.ts';
import { siteOrigin } from '../../../../support/api-event.ts';
import { aPurchase, paidEvent, purchaseId, reversalEvent } from '../../../../support/purchases.ts';
import { aDispute, aRefund, aSession, metadata } from '../../../../support/stripe-events.ts';

const ordered = aPurchase({ sessionId: 'cs_test_1' });
const begunSeconds = ordered.createdAt.getTime() / 1_000;

type Answers = Readonly<Record<string, unknown>>;

/** Payments through a Stripe that has these answers by path; any other path is unknown to it. */
async function paymentsWith(answers: Answers) {
  const asked: URL[] = [];
  const { origin, close } = await serve(() => (request, response) => {
    const url = new URL(request.url ?? '', 'http://stripe');
    asked.push(url);
    const page = url.searchParams.get('starting_after');
    const answer = answers[page === null ? url.pathname : `${url.pathname} ${page}`];
    const body = answer ?? { error: { type: 'invalid_request_error', code: 'resource_missing' } };
    const headers = { 'content-type': 'application/json', 'stripe-should-retry': 'false' };
    response.writeHead(answer === undefined ? 404 : 200, headers).end(JSON.stringify(body));
  });
  onTestFinished(close);
  const access = { secretKey: 'sk_test_0123456789', apiBase: origin, siteOrigin };
  return { payments: stripeReports(access), asked };
}

function listOf(...data: readonly unknown[]) {
  return { object: 'list', has_more: false, data };
}

const nothingReversed: Answers = { '/v1/refunds': listOf(), '/v1/disputes': listOf() };

function aReport(status: string, payment: string | null, payment_status = 'unpaid') {
  const payment_intent = payment && { id: 'pi_1', object: 'payment_intent', status: payment };
  return aSession({ status, payment_status, payment_intent });
}

async function eventsFor(session: unknown, others = nothingReversed) {
  const { payments } = await paymentsWith({
    '/v1/checkout/sessions/cs_test_1': session,
    ...others,
  });
  return payments.ask(ordered);
}

const declined = 'requires_payment_method';
const otherSite = { ...metadata, site: 'https://x.example' };
const ofAnotherSite = { ...aReport('expired', null), metadata: otherSite };
const progress = (to: 'processing' | 'closed') => ({ kind: 'progress', purchaseId, progress: to });

test.each<[string, unknown, readonly unknown[]]>([
  ['that can be paid says nothing', aReport('open', null), []],
  ['whose card was declined says nothing', aReport('open', declined), []],
  ['that ran out is closed', aReport('expired', null), [progress('closed')]],
  ['that ran out after a decline', aReport('expired', declined), [progress('closed')]],
  ['whose money is on its way', aReport('complete', 'processing'), [progress('processing')]],
  ['that ran out during a payment', aReport('expired', 'processing'), [progress('processing')]],
  ['that waits for a transfer', aReport('complete', 'requires_action'), [progress('processing')]],
  ['whose money came to nothing', aReport('complete', declined), [progress('closed')]],
  ['whose payment was canceled', aReport('complete', 'canceled'), [progress('closed')]],
  ['that was paid', aReport('complete', 'succeeded', 'paid'), [paidEvent()]],
  ['of another site', ofAnotherSite, []],
])('a page %s', async (_what, session, events) => {
  expect(await eventsFor(session)).toEqual({ ok: true, events });
});

test('a stored page that Stripe does not know says nothing: it is another account or mode', async () => {
  const { payments } = await paymentsWith({});
  expect(await payments.ask(ordered)).toEqual({ ok: true, events: [] });
});

test('refunds and disputes of a payment come with it, from all pages of their lists', async () => {
  const paid = aReport('complete', 'succeeded', 'paid');
  const events = await eventsFor(paid, {
    '/v1/refunds': { ...listOf(aRefund({ amount: 300 })), has_more: true },
    '/v1/refunds re_1': listOf(aRefund({ id: 're_2', amount: 100, status: 'failed' })),
    '/v1/disputes': listOf(aDispute({ status: 'won' })),
  });
  const returned = { status: 'returned' } as const;
  expect(events).toEqual({
    ok: true,
    events: [
      paidEvent(),
      reversalEvent({ amountMinor: 300 }),
      reversalEvent({ id: 're_2', amountMinor: 100, ...returned }),
      reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, ...returned }),
    ],
  });
});

test('a purchase without a page’s id is found among the pages of its time', async () => {
  const other = '0195f0a0-0000-7000-8000-0000000000bb';
  const newer = { ...aReport('expired', null), metadata: { ...metadata, purchase: other } };
  const { payments, asked } = await paymentsWith({
    '/v1/checkout/sessions': listOf(newer, aReport('complete', 'succeeded', 'paid')),
    ...nothingReversed,
  });
  expect(await payments.ask(aPurchase())).toEqual({ ok: true, events: [paidEvent()] });
  const query = asked[0]?.searchParams;
  expect(query?.get('created[gte]')).toBe(String(begunSeconds - 300));
  expect(query?.get('created[lte]')).toBe(String(begunSeconds + 300));
});

const unpayable = { ok: true, events: [], isUnpayable: true };
const first = { ...listOf(ofAnotherSite), has_more: true };

/** The pages of a list of sessions, by what is asked for behind its path. */
function sessionsIn(pages: Answers): Answers {
  const answers = Object.entries(pages);
  return Object.fromEntries(answers.map(([page, list]) => [`/v1/checkout/sessions${page}`, list]));
}

test.each<[string, Answers, unknown]>([
  ['that is empty has no page at which to pay', { '': listOf() }, unpayable],
  ['of other sites’ pages has none either', { '': listOf(ofAnotherSite) }, unpayable],
  ['that lacks it on each of its pages has none', { '': first, ' cs_test_1': listOf() }, unpayable],
  [
    'that has it on its last page tells of it',
    { '': first, ' cs_test_1': listOf(aReport('expired', null)) },
    { ok: true, events: [progress('closed')] },
  ],
  ['that has its open page waits', { '': listOf(aReport('open', null)) }, { ok: true, events: [] }],
])('a list %s', async (_what, pages, expected) => {
  const { payments } = await paymentsWith(sessionsIn(pages));
  expect(await payments.ask(aPurchase())).toEqual(expected);
});

test.each<[string, Answers]>([
  ['ends before its last page', { '': first }],
  ['has an empty page within', { '': { ...listOf(), has_more: true } }],
  ['is no list', { '': { object: 'list' } }],
])('a list that %s says nothing', async (_what, pages) => {
  const { payments } = await paymentsWith(sessionsIn(pages));
  await expect(payments.ask(aPurchase())).rejects.toThrow();
});

test('of the other payments of that time nobody asks for refunds', async () => {
  const other = { ...metadata, purchase: '0195f0a0-0000-7000-8000-0000000000bb' };
  const paid = { ...aReport('complete', 'succeeded', 'paid'), metadata: other };
  const { payments, asked } = await paymentsWith({ '/v1/checkout/sessions': listOf(paid) });
  expect(await payments.ask(aPurchase())).toEqual(unpayable);
  expect(asked).toHaveLength(1);
});

test('a Stripe that does not answer leaves the payment unconfirmed', async () => {
  const access = { secretKey: 'sk_test_0123456789', apiBase: 'http://localhost:1', siteOrigin };
  expect(await stripeReports(access).ask(ordered)).toMatchObject({
    ok: false,
    code: 'payments_unreachable',
    detail: expect.stringContaining('do not pay again'),
  });
});
