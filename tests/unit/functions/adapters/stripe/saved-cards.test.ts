import { expect, test } from 'vitest';
import { allReports, stripeCards } from '../../../../../functions/adapters/stripe/saved-cards.ts';
import { type Answer, answeringStripe as access } from '../../../../support/answering-stripe.ts';
import { aPurchase, purchaseId } from '../../../../support/purchases.ts';
import { aPayment, metadata } from '../../../../support/stripe-events.ts';

const about = { titleIn: () => '500 credits', isWanted: async () => true };
const order = { ...aPurchase(), mostMinor: 4_000, ...about };

const session = { customer: 'cus_1', payment_intent: { payment_method: 'pm_1' } };

const invalid = { type: 'invalid_request_error', message: 'x' };

test.each<[string, Record<string, Answer>, unknown]>([
  ['paid', { payment_intents: [200, aPayment({ status: 'succeeded' })] }, { ok: true, event: {} }],
  ['under way', { payment_intents: [200, aPayment({ status: 'processing' })] }, { ok: true }],
  [
    'declined',
    { payment_intents: [402, { error: { type: 'card_error', code: 'expired_card' } }] },
    { ok: false, code: 'declined' },
  ],
  [
    'to be confirmed',
    { payment_intents: [402, { error: { type: 'card_error', code: 'authentication_required' } }] },
    { ok: false, code: 'confirm' },
  ],
  [
    'refused with its card, as one that was detached',
    { payment_intents: [400, { error: invalid }] },
    { ok: false, code: 'declined', cause: {} },
  ],
  [
    'unanswered',
    { payment_intents: [500, { error: { type: 'api_error', message: 'x' } }] },
    { ok: false, code: 'payments_unreachable' },
  ],
  [
    'refused because the same call is under way',
    { payment_intents: [409, { error: invalid }] },
    { ok: false, code: 'payments_unreachable' },
  ],
])('a charge is %s', async (_what, answers, expected) => {
  const cards = stripeCards(await access({ 'checkout/sessions': [200, session], ...answers }));
  expect(await cards.charge('cs_1', order)).toMatchObject(expected as object);
});

const made = { id: 'in_1', starting_balance: 0 };
const paidFor = { payments: { data: [{ payment: { payment_intent: 'pi_1' } }] } };
const open = { status: 'open', total: 2_380, amount_due: 2_380, ...paidFor };

test.each<[string, Record<string, Answer>, unknown]>([
  ['over the limit', { finalize: [200, { ...open, total: 4_380, amount_due: 4_380 }] }, 'limit'],
  [
    'of a customer with a balance',
    { '/v1/invoices': [200, { ...made, starting_balance: -2_380 }] },
    'misconfigured',
  ],
  [
    'that a balance has paid since',
    { finalize: [200, { ...open, status: 'paid', amount_due: 0, payments: { data: [] } }] },
    'misconfigured',
  ],
  [
    'that a balance has made dearer',
    { finalize: [200, { ...open, amount_due: 7_380 }] },
    'misconfigured',
  ],
  [
    'without taxes that are set up',
    { '/v1/invoices': [400, { error: { ...invalid, code: 'stripe_tax_inactive' } }] },
    'misconfigured',
  ],
  [
    'that the bank wants to see confirmed',
    {
      pay: [400, { error: { ...invalid, code: 'invoice_payment_intent_requires_action' } }],
      finalize: [200, open],
    },
    'confirm',
  ],
])('an invoice %s is not charged', async (_what, answers, code) => {
  const stripe = await access({
    'checkout/sessions': [200, session],
    payment_intents: [200, aPayment({ status: 'requires_payment_method' })],
    ...answers,
    '/v1/invoiceitems': [200, { id: 'ii_1' }],
    '/v1/invoices': answers['/v1/invoices'] ?? [200, made],
  });
  const cards = stripeCards({ ...stripe, invoices: 'exclusive' });
  expect(await cards.charge('cs_1', order)).toMatchObject({ ok: false, code });
});

test.each<[string, Answer]>([
  ['no page', [404, { error: { ...invalid, code: 'resource_missing' } }]],
  ['a page without a card', [200, { customer: null, payment_intent: null }]],
])('%s has nothing to charge or to remove', async (_what, answer) => {
  const cards = stripeCards(await access({ 'checkout/sessions': answer }));
  expect(await cards.charge('cs_1', order)).toMatchObject({ code: 'declined' });
  expect(await cards.remove('cs_1')).toEqual({ ok: true });
});

test('a key without that right says nothing about the card', async () => {
  const known = {
    'checkout/sessions': [200, session],
    intents: [403, { error: invalid }],
  } as const;
  await expect(stripeCards(await access(known)).charge('cs_1', order)).rejects.toThrow();
});

test('of several tries the one that was paid is the answer, and others are not ours', async () => {
  const ours = { ...metadata, top_up: 'yes' };
  const data = [
    aPayment({ id: 'pi_3', metadata: { ...ours, site: 'https://another.example' } }),
    aPayment({ id: 'pi_2', metadata: ours, status: 'requires_payment_method' }),
    aPayment({ metadata: ours, status: 'succeeded' }),
    aPayment({ id: 'pi_0', status: 'succeeded' }),
  ];
  const empty = [200, { data: [], has_more: false }] as const;
  const found = [200, { data, has_more: false }] as const;
  const answers = { refunds: empty, disputes: empty, payment_intents: found };
  const asked = await allReports(await access(answers)).ask(aPurchase({ card: 'pays' }));
  expect(asked).toMatchObject({ ok: true, events: [{ kind: 'paid', purchaseId }] });
});
