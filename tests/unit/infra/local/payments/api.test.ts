import { readFileSync } from 'node:fs';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import { type Account, emptyAccount } from '../../../../../infra/local/payments/account.ts';
import { answerApi } from '../../../../../infra/local/payments/api.ts';
import { apiVersion } from '../../../../../infra/local/payments/stripe-objects.ts';

const secretKey = 'sk_test_0123456789';
const now = new Date('2026-11-21T12:00:00Z');

const parameters = {
  mode: 'payment',
  'line_items[0][quantity]': '1',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '2000',
  'line_items[0][price_data][product_data][name]': '500 credits',
  client_reference_id: 'purchase-1',
  'metadata[purchase]': 'purchase-1',
  'metadata[site]': 'http://localhost:4321',
  'payment_intent_data[metadata][purchase]': 'purchase-1',
  'payment_intent_data[metadata][site]': 'http://localhost:4321',
  success_url: 'http://localhost:4321/account/',
  cancel_url: 'http://localhost:4321/account/',
  expires_at: String(now.getTime() / 1_000 + 3_600),
  locale: 'en',
  'adaptive_pricing[enabled]': 'false',
};

/** An API that is called as the SDK calls it, with changes. */
function anApi() {
  let account: Account = emptyAccount;
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
    makeId: (prefix: string) => `${prefix}_${account.sessions.length + 1}`,
    perform: async () => false,
  };
  return {
    sessions: () => account.sessions,
    ask: (
      changes: Readonly<Record<string, string>> = {},
      headers: Readonly<Record<string, string>> = {},
      [method, path] = ['POST', '/v1/checkout/sessions'],
    ) =>
      answerApi(
        {
          method: method ?? '',
          path: path ?? '',
          headers: {
            authorization: `Bearer ${secretKey}`,
            'stripe-version': apiVersion,
            'idempotency-key': 'key-1',
            ...headers,
          },
          form: new URLSearchParams({ ...parameters, ...changes }),
        },
        deps,
      ),
  };
}

test('the same key with the same parameters returns the same session', () => {
  const { ask, sessions } = anApi();
  expect(ask()).toEqual(ask());
  expect(sessions()).toHaveLength(1);
  expect(ask({}, { 'idempotency-key': 'key-2' })).toMatchObject({ body: { id: 'cs_test_2' } });
});

test('a refused call leaves its key free', () => {
  const { ask, sessions } = anApi();
  expect(ask({ locale: 'xx' })).toMatchObject({ status: 400 });
  expect(ask()).toMatchObject({ status: 200 });
  expect(sessions()).toHaveLength(1);
});

test('the same key with other parameters is an error', () => {
  const { ask, sessions } = anApi();
  ask();
  const body = { error: { type: 'idempotency_error' } };
  expect(ask({ locale: 'zh' })).toMatchObject({ status: 400, body });
  expect(sessions()).toHaveLength(1);
});

const amount = 'line_items[0][price_data][unit_amount]';
const currency = 'line_items[0][price_data][currency]';

test.each<[string, number, Record<string, string>, Record<string, string>]>([
  ['another key', 401, {}, { authorization: 'Bearer sk_test_another' }],
  ['no key', 401, {}, { authorization: '' }],
  ['another version of the API', 400, {}, { 'stripe-version': '2020-08-27' }],
  ['an unknown parameter', 400, { coupon: 'x' }, {}],
  ['an amount that is no whole number', 400, { [amount]: '19.99' }, {}],
  ['a currency that is none', 400, { [currency]: 'zzz' }, {}],
  ['a currency that Stripe does not take', 400, { [currency]: 'iqd' }, {}],
  ['an amount below the least', 400, { [amount]: '49' }, {}],
  ['a fraction of a krona', 400, { [currency]: 'isk', [amount]: '50050' }, {}],
  ['a currency in capitals', 400, { [currency]: 'EUR' }, {}],
  ['a malformed address', 400, { success_url: '/account/' }, {}],
  ['an address that is a script', 400, { cancel_url: 'javascript:alert(1)' }, {}],
  ['a malformed e-mail address', 400, { customer_email: 'ada' }, {}],
  ['a session that expires too soon', 400, { expires_at: '1795262400' }, {}],
  ['a session that is open too long', 400, { expires_at: '1799999999' }, {}],
])('%s is refused with %i, and nothing is made', (_what, status, changes, headers) => {
  const { ask, sessions } = anApi();
  const answer = ask(changes, headers);
  expect(answer).toMatchObject({ status, body: { error: { type: 'invalid_request_error' } } });
  expect(sessions()).toEqual([]);
});

test.each([
  ['GET', '/v1/payment_intents/pi_1'],
  ['GET', '/v1/customers'],
  ['GET', '/v1/refunds/re_1'],
  ['DELETE', '/v1/checkout/sessions/cs_test_1'],
  ['POST', '/v1/customers'],
  ['DELETE', '/v1/customers/cus_none'],
  ['POST', '/v1/payment_methods/pm_none/detach'],
])('%s %s is a 404', (method, path) => {
  expect(anApi().ask({}, {}, [method, path])).toMatchObject({ status: 404 });
});

test('the version is that of the SDK, and the one that docs/settings.md asks for', () => {
  expect(apiVersion).toBe(Stripe.API_VERSION);
  const settings = readFileSync(
    new URL('../../../../../docs/settings.md', import.meta.url),
    'utf8',
  );
  expect(settings).toContain(`of the API version \`${apiVersion}\``);
});
