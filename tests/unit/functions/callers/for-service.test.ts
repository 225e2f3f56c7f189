import { describe, expect, test } from 'vitest';
import {
  forService,
  type ServiceHandler,
  serviceKeyHash,
} from '../../../../functions/callers/for-service.ts';
import { captureHold, grantCredits } from '../../../../src/contract/holds.ts';
import { call, type EventParts } from '../../../support/api-event.ts';
import { edgeOf } from '../../../support/edge.ts';
import { memoryBuckets } from '../../../support/memory-buckets.ts';

const token = `mrk_${'A'.repeat(43)}`;
const holdId = '0195f0a0-0000-7000-8000-000000000002';
const serviceKeys = {
  find: async (hash: string) =>
    hash === serviceKeyHash(token)
      ? { id: '0195f0a0-0000-7000-8000-000000000003', name: 'billing', scopes: ['holds'] as const }
      : undefined,
};

const stores = () => ({ serviceKeys, buckets: memoryBuckets() });

const balance = { available: 1, held: 2 };

/** Answers with the fields of the request. */
const echoCapture: ServiceHandler<typeof captureHold, object> = ({
  params,
  body,
  idempotencyKey,
}) =>
  idempotencyKey === 'refuse'
    ? { ok: false, code: 'hold_expired', detail: 'x', facts: { available: 7 }, replayed: true }
    : {
        status: 200,
        replayed: idempotencyKey === 'again',
        body: { id: params.id, captured: body.amount ?? 9, released: 0, ...balance },
      };

const json = { 'content-type': 'application/json' };
const headers = { ...json, authorization: `Bearer ${token}`, 'idempotency-key': 'key-1' };

const sent = (changes: object): EventParts => ({ headers: { ...headers, ...changes } });

async function capture(parts: EventParts = {}, id = holdId) {
  const handler = forService(captureHold, echoCapture, () => ({}), stores, edgeOf().edge);
  const sent = { method: 'POST', headers, body: '{"amount":3}', ...parts };
  const answer = await call(handler, sent, { id });
  return { ...answer, json: JSON.parse(answer.body ?? 'null') };
}

describe('a service that calls', () => {
  test('is known by its key, needs no Origin, and passes on its path and body', async () => {
    const answer = await capture();
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({ id: holdId, captured: 3, released: 0, ...balance });
    expect(answer.headers).not.toHaveProperty('idempotency-replayed');
  });

  test('may omit the body where no field is required', async () => {
    const { 'content-type': _left, ...others } = headers;
    expect((await capture({ headers: others, body: '' })).json).toMatchObject({ captured: 9 });
  });

  test('learns from a header that an answer is a repeated one', async () => {
    const answer = await capture(sent({ 'idempotency-key': 'again' }));
    expect(answer.headers).toMatchObject({ 'idempotency-replayed': 'true' });
  });

  test('finds facts for programs in a refusal, which never replace its own members', async () => {
    const answer = await capture(sent({ 'idempotency-key': 'refuse' }));
    expect(answer.json).toMatchObject({ code: 'hold_expired', status: 409, available: 7 });
    expect(answer.headers).toMatchObject({ 'idempotency-replayed': 'true' });
  });

  test.each<[string, EventParts, string]>([
    ['no key', sent({ authorization: '' }), 'service_key_invalid'],
    ['an unknown key', sent({ authorization: 'Bearer x' }), 'service_key_invalid'],
    ['a key that is not Bearer', sent({ authorization: token }), 'service_key_invalid'],
    ['no idempotency key', sent({ 'idempotency-key': '' }), 'idempotency_key_invalid'],
    ['a long key', sent({ 'idempotency-key': 'k'.repeat(300) }), 'idempotency_key_invalid'],
    ['a key with a space', sent({ 'idempotency-key': 'grant trial' }), 'idempotency_key_invalid'],
    ['an amount of 0', { body: '{"amount":0}' }, 'amount_invalid'],
    ['a negative amount', { body: '{"amount":-1}' }, 'amount_invalid'],
    ['half a credit', { body: '{"amount":0.5}' }, 'amount_invalid'],
    ['an amount of 1e21', { body: '{"amount":1e21}' }, 'amount_invalid'],
    ['an amount that is text', { body: '{"amount":"5"}' }, 'amount_invalid'],
    ['another field that is wrong', { body: '{"sub":5}' }, 'body_invalid'],
    ['no JSON', { body: 'amount=5' }, 'body_not_json'],
    ['a typing error in a name', { body: '{"amout":1}' }, 'body_invalid'],
    ['the amount in the query', { query: 'amount=1', body: '' }, 'query_invalid'],
  ])('with %s is refused with that code', async (_, parts, code) => {
    expect((await capture(parts)).json).toMatchObject({ code });
  });

  test('with an impossible name in the path gets the code of that field', async () => {
    const { json } = await capture({}, 'not-a-uuid');
    expect(json).toMatchObject({ code: 'hold_not_found', status: 404 });
  });

  test.each([
    ['a wrong key', { ...headers, authorization: 'Bearer x' }, 'Bearer error="invalid_token"'],
    ['no key', {}, 'Bearer'],
  ])('with %s learns how to authenticate, before anything else is read', async (_, sent, how) => {
    const answer = await capture({ headers: sent, query: 'amount=1', body: 'not JSON' }, 'no-uuid');
    expect(answer.json).toMatchObject({ code: 'service_key_invalid', status: 401 });
    expect(answer.headers).toMatchObject({ 'www-authenticate': how });
  });

  test('is refused for a missing scope', async () => {
    const grant = () => {
      throw new Error('the key does not allow it');
    };
    const handler = forService(grantCredits, grant, () => ({}), stores, edgeOf().edge);
    const body = '{"sub":"a","amount":1,"reason":"r"}';
    const answer = await call(handler, { method: 'POST', headers, body });
    expect(JSON.parse(answer.body ?? '')).toMatchObject({ code: 'scope_missing', status: 403 });
  });
});
