import { expect, test } from 'vitest';
import {
  type Account,
  emptyAccount,
  type SavedCard,
} from '../../../../../infra/local/payments/account.ts';
import type { Perform } from '../../../../../infra/local/payments/actions.ts';
import { answerApi } from '../../../../../infra/local/payments/api.ts';
import { apiVersion } from '../../../../../infra/local/payments/stripe-objects.ts';

const secretKey = 'sk_test_0123456789';
const now = new Date('2026-11-21T12:00:00Z');

const owner = { customerId: 'cus_1', email: 'ada@example.com' };
const card: SavedCard = { id: 'pm_1', ...owner, isDetached: false, next: 'works' };

const charge = {
  amount: '2000',
  currency: 'usd',
  customer: 'cus_1',
  payment_method: 'pm_1',
  'allowed_payment_method_types[0]': 'card',
  off_session: 'true',
  confirm: 'true',
  'metadata[purchase]': 'purchase-1',
  'metadata[site]': 'http://localhost:4321',
  'metadata[top_up]': 'yes',
};

/** The API of an account with a saved card and another customer. */
function anApi(change: Partial<SavedCard> = {}) {
  let ids = 0;
  const cards = [{ ...card, ...change }];
  let account: Account = { ...emptyAccount, cards, customers: ['cus_1', 'cus_2'] };
  const sent: string[] = [];
  const perform: Perform = async (action) => {
    const result = action(account);
    account = result?.account ?? account;
    sent.push(...(result?.events ?? []).map(({ type }) => type));
    return result !== undefined;
  };
  const deps = {
    origin: 'http://localhost:4324',
    secretKey,
    account: {
      read: () => account,
      update: (change: (before: Account) => Account) => {
        account = change(account);
      },
    },
    clock: () => now,
    makeId: (prefix: string) => `${prefix}_${++ids}`,
    perform,
  };
  const headersOf = (key: string) => ({
    authorization: `Bearer ${secretKey}`,
    'stripe-version': apiVersion,
    'idempotency-key': key,
  });
  const send = (method: string, path: string, form: Record<string, string>, key = 'key-1') =>
    answerApi({ method, path, headers: headersOf(key), form: new URLSearchParams(form) }, deps);
  return {
    send,
    sent,
    read: () => account,
    charge: (changes: Record<string, string> = {}, key?: string) =>
      send('POST', '/v1/payment_intents', { ...charge, ...changes }, key),
    without: (name: keyof typeof charge) => {
      const { [name]: _, ...rest } = charge;
      return send('POST', '/v1/payment_intents', rest);
    },
  };
}

test('a saved card is charged once for a key, and the payment can be found', () => {
  const api = anApi();
  const body = { id: 'pi_1', status: 'succeeded', amount_received: 2_000, customer: 'cus_1' };
  expect(api.charge()).toMatchObject({ status: 200, body });
  expect(api.charge()).toMatchObject({ status: 200, body });
  expect(api.sent).toEqual(['payment_intent.succeeded']);
  expect(api.charge({ amount: '9' })).toMatchObject({ status: 400 });
  expect(api.send('GET', '/v1/payment_intents/pi_1', {})).toMatchObject({ status: 200, body });
  const listed = { body: { data: [body], has_more: false } };
  expect(api.send('GET', '/v1/payment_intents', {})).toMatchObject(listed);
  expect(api.send('GET', '/v1/checkout/sessions', {})).toMatchObject({ body: { data: [] } });
});

test.each(['card_declined', 'authentication_required'] as const)(
  'a charge can end with %s, which its key repeats',
  (next) => {
    const api = anApi({ next });
    const error = { type: 'card_error', code: next, payment_intent: { amount_received: 0 } };
    expect(api.charge()).toMatchObject({ status: 402, body: { error } });
    expect(api.charge()).toMatchObject({ status: 402, body: { error } });
    expect(api.sent).toEqual(['payment_intent.payment_failed']);
    const found = api.send('GET', '/v1/payment_intents/pi_1', {});
    expect(found).toMatchObject({ body: { status: 'requires_payment_method' } });
  },
);

test.each([
  ['an unknown customer', { customer: 'cus_none' }, { code: 'resource_missing' }],
  ['an unknown card', { payment_method: 'pm_none' }, { code: 'resource_missing' }],
  ['the card of another customer', { customer: 'cus_2' }, { param: 'payment_method' }],
  ['an amount of nothing', { amount: '0' }, { param: 'amount' }],
  ['a currency that Stripe does not take', { currency: 'iqd' }, { param: 'currency' }],
  ['an amount below the least', { amount: '49' }, { code: 'amount_too_small', param: 'amount' }],
  ['half a krona', { currency: 'isk', amount: '50050' }, { param: 'amount' }],
  ['an unknown parameter', { capture: 'later' }, { code: 'parameter_unknown' }],
  ['a payer who is there', { off_session: 'false' }, { param: 'off_session' }],
])('%s is refused, and nothing is charged', (_what, changes, error) => {
  const api = anApi();
  expect(api.charge(changes)).toMatchObject({ status: 400, body: { error } });
  expect(api.sent).toEqual([]);
});

test.each([
  ['payment_method', { code: 'payment_intent_unexpected_state' }],
  ['confirm', { param: 'off_session' }],
  ['customer', { param: 'payment_method' }],
] as const)('a charge without %s is refused', (name, error) => {
  expect(anApi().without(name)).toMatchObject({ status: 400, body: { error } });
});

test('a detached card is charged no more, and is not detached again', () => {
  const api = anApi();
  const detach = (key: string) => api.send('POST', '/v1/payment_methods/pm_1/detach', {}, key);
  expect(detach('key-2')).toMatchObject({ status: 200, body: { customer: null } });
  expect(api.charge()).toMatchObject({ status: 400, body: { error: {} } });
  expect(detach('key-2')).toMatchObject({ status: 200 });
  expect(detach('key-3')).toMatchObject({ status: 400 });
});

test('a deleted customer takes the card along, and is deleted once', () => {
  const api = anApi();
  const remove = () => api.send('DELETE', '/v1/customers/cus_1', {});
  expect(remove()).toMatchObject({ status: 200, body: { deleted: true } });
  expect(api.read().cards).toEqual([{ ...card, isDetached: true }]);
  expect(api.charge()).toMatchObject({ status: 400, body: { error: { param: 'customer' } } });
  expect(remove()).toMatchObject({ status: 404 });
});
