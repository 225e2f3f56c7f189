import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { serviceKeys } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { maxAmountCredits } from '../../../src/contract/credits.ts';
import { startApi } from './api.ts';
import { aService, aUser, callAs, type Service } from './service-calls.ts';
import { callAsUser, signIn } from './signed-in.ts';

const unknownHold = '0195f0a0-0000-7000-8000-00000000dead';

let sub: string;
let users = 0;

const api = await startApi();
const service = await aService(api, 'render farm', ['holds', 'grants']);
afterAll(api.close);

beforeEach(async () => {
  users += 1;
  sub = `auth0|${users}`;
  await aUser(api, sub);
});

afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
  expect(api.logged.join('\n')).not.toContain(service.token);
});

function post(path: string, body: unknown, idempotencyKey?: string) {
  return callAs(service, api, path, body, idempotencyKey === undefined ? {} : { idempotencyKey });
}

async function hold(amount: number): Promise<string> {
  const { status, body } = await post('holds', { sub, amount });
  expect(status).toBe(201);
  return String(body.id);
}

describe('a service', () => {
  test('holds credits, captures a part, and gets the rest back', async () => {
    const held = await post('holds', { sub, amount: 10, reference: 'run 7' });
    expect(held).toMatchObject({
      status: 201,
      replayed: false,
      body: { amount: 10, available: 15, held: 10 },
    });
    const captured = await post(`holds/${held.body.id}/capture`, { amount: 4 });
    expect(captured).toEqual({
      status: 200,
      replayed: false,
      body: { id: held.body.id, captured: 4, released: 6, available: 21, held: 0 },
    });
  });

  test('releases a hold, and nothing is charged', async () => {
    const id = await hold(10);
    const released = await post(`holds/${id}/release`, { sub });
    expect(released).toEqual({
      status: 200,
      replayed: false,
      body: { id, released: 10, available: 25, held: 0 },
    });
  });

  test('grants credits that can be held', async () => {
    const granted = await post('grants', { sub, amount: 100, reason: 'for the wait' });
    expect(granted).toMatchObject({ status: 201, body: { amount: 100, available: 125, held: 0 } });
    await hold(125);
  });

  test('that holds too much gets the available credits, and holds nothing', async () => {
    const refused = await post('holds', { sub, amount: 26 });
    expect(refused).toMatchObject({
      status: 402,
      body: { code: 'credits_insufficient', available: 25, required: 26 },
    });
    await hold(25);
  });
});

describe('after the account is deleted', () => {
  /** A key of this user's own: a service's key is of one user. */
  const keyOf = (what: string) => `${what}-${sub.replace('|', '-')}`;

  beforeEach(async () => {
    const email = `${sub.replace('|', '-')}@example.com`;
    const cookie = await signIn(api, sub, { claims: { email } });
    await post('holds', { sub, amount: 10 }, keyOf('before'));
    const call = { method: 'DELETE', body: { confirm: email } } as const;
    expect((await callAsUser(api, cookie, '/api/user', call)).status).toBe(204);
  });

  test('a hold that is sent again gets its first answer, and a new one is refused', async () => {
    const again = await post('holds', { sub, amount: 10 }, keyOf('before'));
    expect(again).toMatchObject({ status: 201, replayed: true, body: { amount: 10 } });
    for (const [path, more] of [
      ['holds', {}],
      ['grants', { reason: 'r' }],
    ] as const) {
      const refused = await post(path, { sub, amount: 1, ...more });
      expect(refused).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    }
  });

  test('a service captures what it holds, and names the user as before', async () => {
    const { body } = await post('holds', { sub, amount: 10 }, keyOf('before'));
    const other = await post(`holds/${body.id}/capture`, { sub: 'auth0|other' });
    expect(other).toMatchObject({ status: 404, body: { code: 'hold_not_found' } });
    const captured = await post(`holds/${body.id}/capture`, { sub }, keyOf('capture'));
    expect(captured).toMatchObject({ status: 200, body: { captured: 10 } });
    const again = await post(`holds/${body.id}/capture`, { sub }, keyOf('capture'));
    expect(again).toMatchObject({ status: 200, replayed: true });
  });
});

describe('the same idempotency key (rule 4)', () => {
  test.each([
    ['a hold', 'holds', { amount: 10 }],
    ['a hold that cannot be paid', 'holds', { amount: 26 }],
    ['a grant', 'grants', { amount: 10, reason: 'r' }],
  ])('gives the answer to %s again, and does nothing', async (_what, path, body) => {
    const first = await post(path, { sub, ...body }, `${sub}-key-1`);
    const before = await api.stored();
    const again = await post(path, { sub, ...body }, `${sub}-key-1`);
    expect(again.replayed).toBe(true);
    expect(first.replayed).toBe(false);
    const { requestId: _one, ...firstBody } = first.body;
    const { requestId: _other, ...againBody } = again.body;
    expect([again.status, againBody]).toEqual([first.status, firstBody]);
    expect(await api.stored()).toEqual(before);
  });

  test.each([
    ['another amount', 'holds', { amount: 11 }],
    ['another time', 'holds', { amount: 10, expiresInSeconds: 60 }],
    ['another reference', 'holds', { amount: 10, reference: 'run 8' }],
    ['another command', 'grants', { amount: 10, reason: 'r' }],
  ])('with %s is a conflict, and nothing changes', async (_what, path, body) => {
    await post('holds', { sub, amount: 10 }, `${sub}-key-3`);
    const before = await api.stored();
    const refused = await post(path, { sub, ...body }, `${sub}-key-3`);
    expect(refused).toMatchObject({ status: 409, body: { code: 'idempotency_conflict' } });
    expect(await api.stored()).toEqual(before);
  });

  test('for another user is a conflict, and nothing changes', async () => {
    const { body } = await post('holds', { sub, amount: 10 }, `${sub}-key-4`);
    const other = `${sub}-other`;
    await aUser(api, other);
    const before = await api.stored();
    const conflict = { status: 409, body: { code: 'idempotency_conflict' } };
    expect(await post('holds', { sub: other, amount: 10 }, `${sub}-key-4`)).toMatchObject(conflict);
    expect(
      await post('grants', { sub: other, amount: 1, reason: 'r' }, `${sub}-key-4`),
    ).toMatchObject(conflict);
    expect(await api.stored()).toEqual(before);
    const again = await post('holds', { sub, amount: 10 }, `${sub}-key-4`);
    expect(again).toMatchObject({ status: 201, replayed: true, body: { id: body.id } });
  });
});

describe('a refused call changes nothing:', () => {
  /** Holds 5 credits, makes a call, and expects its refusal and an unchanged ledger. */
  async function expectRefusal(
    call: (id: string) => ReturnType<typeof post>,
    expected: readonly [status: number, code: string],
  ): Promise<void> {
    const id = await hold(5);
    const before = await api.stored();
    const { status, body } = await call(id);
    expect([status, body.code]).toEqual(expected);
    expect(await api.stored()).toEqual(before);
  }

  test.each([
    ['of 0 credits', 0],
    ['of −1 credit', -1],
    ['of half a credit', 0.5],
    ['of more than the most', maxAmountCredits + 1],
    ['of a text', '5'],
    ['of no amount', null],
  ])('that holds or grants an amount %s', async (_what, amount) => {
    const expected = [422, 'amount_invalid'] as const;
    await expectRefusal(() => post('holds', { sub, amount }), expected);
    await expectRefusal(() => post('grants', { sub, amount, reason: 'r' }), expected);
    await expectRefusal((id) => post(`holds/${id}/capture`, { amount }), expected);
  });

  test.each<[string, (id: string) => string, unknown]>([
    ['for a hold that there is not', () => unknownHold, {}],
    ['for a hold whose id is no UUID', () => '7', {}],
    ['for a hold whose id is a path', () => encodeURIComponent('../holds'), {}],
    ['for a hold of another user', (id) => id, { sub: 'auth0|another' }],
  ])('%s', async (_what, idOf, body) => {
    const expected = [404, 'hold_not_found'] as const;
    await expectRefusal((id) => post(`holds/${idOf(id)}/capture`, body), expected);
    await expectRefusal((id) => post(`holds/${idOf(id)}/release`, body), expected);
  });

  test.each<[string, object]>([
    ['that names no user', { sub: undefined }],
    ['whose subject no database can hold', { sub: 'auth0|\0' }],
    ['that holds for longer than a day', { expiresInSeconds: 86_401 }],
    ['that holds for no time', { expiresInSeconds: 0 }],
    ['whose reference has a line break', { reference: 'a\nb' }],
  ])('%s', (_what, changes) =>
    expectRefusal(() => post('holds', { sub, amount: 1, ...changes }), [422, 'body_invalid']),
  );

  test.each([
    ['capture', 'capture'],
    ['capture', 'release'],
    ['release', 'capture'],
    ['release', 'release'],
  ])('that settles a hold again (rule 5): a %s, then a %s', async (first, second) => {
    const id = await hold(10);
    const { body } = await post(`holds/${id}/${first}`, {});
    const refused = await post(`holds/${id}/${second}`, {});
    expect(refused).toMatchObject({ status: 409, body: { code: 'hold_already_settled' } });
    const after = await post('holds', { sub, amount: 1 });
    expect(after.body.available).toBe(Number(body.available) - 1);
  });
});

describe('the API refuses a caller', () => {
  async function expectRefusal(
    caller: Service | undefined,
    expected: readonly [status: number, code: string],
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const before = await api.stored();
    const body = { sub, amount: 1, reason: 'r' };
    const answer = await callAs(caller, api, 'grants', body, { headers });
    expect([answer.status, answer.body.code]).toEqual(expected);
    expect(await api.stored()).toEqual(before);
  }

  test('with an unknown key', () =>
    expectRefusal({ id: '', token: `mrk_${'A'.repeat(43)}` }, [401, 'service_key_invalid']));

  test('from the moment when its key is revoked', async () => {
    const leaving = await aService(api, 'leaving', ['grants']);
    const body = { sub, amount: 1, reason: 'r' };
    expect(await callAs(leaving, api, 'grants', body)).toMatchObject({ status: 201 });
    await serviceKeys(api.db).revoke(leaving.id, new Date());
    await expectRefusal(leaving, [401, 'service_key_invalid']);
  });
});
