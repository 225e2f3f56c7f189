import { expect, test } from 'vitest';
import { type Account, emptyAccount } from '../../../../../infra/local/payments/account.ts';
import { answerRead } from '../../../../../infra/local/payments/api-reads.ts';
import { aStoredSession } from '../../../../support/stripe-events.ts';

const sessions = '/v1/checkout/sessions';
const nowSeconds = 1_795_262_400;

/** The session of that number; odd ones are paid. */
function aSession(number: number) {
  const isPaid = number % 2 === 1;
  return aStoredSession({
    id: `cs_test_${number}`,
    status: isPaid ? 'complete' : 'open',
    paymentId: isPaid ? `pi_${number}` : null,
    createdAt: nowSeconds + number,
  });
}

const refund = { id: 're_1', paymentId: 'pi_1', amountMinor: 500, status: 'succeeded' } as const;

const known: Account = {
  ...emptyAccount,
  sessions: Array.from({ length: 12 }, (_, index) => aSession(index + 1)),
  refunds: [refund, { ...refund, id: 're_3', paymentId: 'pi_3' }],
  disputes: [{ ...refund, id: 'dp_1', status: 'needs_response' }],
};

function read(path: string, query: Readonly<Record<string, string>> = {}, laterSeconds = 60) {
  const account = { read: () => known, update: () => {} };
  const clock = () => new Date((nowSeconds + laterSeconds) * 1_000);
  const deps = { origin: 'http://localhost:4324', account, clock };
  return answerRead(path, new URLSearchParams(query), deps);
}

test('a session that nobody has paid expires by the clock, and loses its address', () => {
  const path = '/v1/checkout/sessions/cs_test_2';
  expect(read(path, {}, 3_599)?.body).toMatchObject({ status: 'open', payment_intent: null });
  expect(read(path, {}, 3_600)?.body).toMatchObject({ status: 'expired', url: null });
});

// "Pagination", "Expanding responses" and "Errors" in the Stripe API reference.
test.each<[string, number, string, Record<string, string>, object]>([
  ['an unknown session', 404, '/v1/checkout/sessions/cs_x', {}, { code: 'resource_missing' }],
  ['an unknown payment', 404, '/v1/payment_intents/pi_2', {}, { code: 'resource_missing' }],
  [
    'an unknown parameter',
    400,
    sessions,
    { client_reference_id: 'x' },
    { code: 'parameter_unknown', param: 'client_reference_id' },
  ],
  ['a wrong expansion', 400, sessions, { 'expand[0]': 'payment_intent' }, { param: 'expand[0]' }],
  ['no page', 400, '/v1/refunds', { limit: '0' }, { param: 'limit' }],
  ['a page of more than 100', 400, '/v1/disputes', { limit: '101' }, { param: 'limit' }],
  [
    'a page after an unknown object',
    400,
    sessions,
    { starting_after: 'cs_x' },
    { code: 'resource_missing', param: 'starting_after' },
  ],
  ['a time that is none', 400, sessions, { 'created[gte]': 'noon' }, {}],
])('%s is refused with %i', (_what, status, path, query, error) => {
  const body = { error: { type: 'invalid_request_error', ...error } };
  expect(read(path, query)).toMatchObject({ status, body });
});
