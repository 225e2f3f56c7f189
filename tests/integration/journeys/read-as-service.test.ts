import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { entriesSchema } from '../../../src/contract/entries.ts';
import { storedHoldSchema, storedHoldsSchema } from '../../../src/contract/hold-reads.ts';
import { type ServiceScope, serviceScopes } from '../../../src/contract/route.ts';
import { startApi } from './api.ts';
import { aService, aUser, callAs, readAs, type Service } from './service-calls.ts';

const everything: readonly ServiceScope[] = serviceScopes;
const unknownHold = '0195f0a0-0000-7000-8000-00000000dead';
const conflict = { status: 409, body: { code: 'idempotency_conflict' } };

let service: Service;
let sub: string;
let users = 0;

const api = await startApi();
afterAll(api.close);

beforeEach(async () => {
  users += 1;
  sub = `auth0|${users}`;
  await aUser(api, sub);
  service = await aService(api, `farm ${users}`, everything);
});

afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
});

const post = (path: string, body: unknown, idempotencyKey?: string, as = service) =>
  callAs(as, api, path, body, idempotencyKey === undefined ? {} : { idempotencyKey });

const read = (path: string, as = service) => readAs(as, api, path);

const ofUser = (path: string, more = '') => `users/${path}?sub=${encodeURIComponent(sub)}${more}`;

async function hold(amount: number, more: object = {}): Promise<string> {
  const { status, body } = await post('holds', { sub, amount, ...more });
  expect(status).toBe(201);
  return String(body.id);
}

async function listed(query = '') {
  const { body } = await read(`credits/holds${query}`);
  return storedHoldsSchema.parse(body);
}

async function stored(id: string) {
  return storedHoldSchema.parse((await read(`credits/holds/${id}`)).body);
}

/** Waits until a hold of one second has ended. */
async function overdue(id: string): Promise<void> {
  const endsAt = new Date((await stored(id)).expiresAt).getTime();
  await new Promise((resolve) => setTimeout(resolve, endsAt - Date.now() + 1));
}

test('a service that lost its memory finds its hold by its own reference, and settles it', async () => {
  // The service holds credits for a job, does half of the work, and loses its process and disk.
  await hold(20, { reference: 'render 4711', expiresInSeconds: 600 });
  await hold(1, { reference: 'render 4712' });
  // A new process knows the job's name, and has a new key of the same name: the old one was lost.
  const reborn = await aService(api, `farm ${users}`, ['holds', 'holds:read']);
  const page = await read('credits/holds?reference=render%204711', reborn);
  const [found] = storedHoldsSchema.parse(page.body).holds;
  expect(found).toMatchObject({ sub, status: 'open', amount: 20, captured: 0, remaining: 20 });
  const settle = `holds/${found?.id}`;
  const step = await post(`${settle}/capture`, { amount: 6, final: false }, undefined, reborn);
  expect(step.body).toMatchObject({ captured: 6, released: 0, remaining: 14, held: 15 });
  const end = await post(`${settle}/capture`, { amount: 4 }, undefined, reborn);
  expect(end.body).toMatchObject({ captured: 4, released: 10, available: 14, held: 1 });
  expect(end.body).not.toHaveProperty('remaining');
  // Another process of the service reads the same afterwards.
  const [settled] = (await listed('?reference=render%204711')).holds;
  expect(settled).toMatchObject({ status: 'captured', amount: 20, captured: 10, remaining: 0 });
});

describe('a service lists', () => {
  test('the open holds that it made, newest first, and no others', async () => {
    const ids = [await hold(1), await hold(2), await hold(3)];
    const [first = '', second = '', third = ''] = ids;
    const other = await aService(api, `print shop ${users}`, everything);
    const foreign = await post('holds', { sub, amount: 1 }, undefined, other);
    await post(`holds/${second}/release`, {});
    expect((await listed()).holds.map(({ id }) => id)).toEqual([third, first]);
    expect((await listed('?status=released')).holds.map(({ id }) => id)).toEqual([second]);
    const unseen = await read(`credits/holds/${foreign.body.id}`);
    expect(unseen).toMatchObject({ status: 404, body: { code: 'hold_not_found' } });
    expect(await read(`credits/holds/${unknownHold}`)).toMatchObject({ status: 404 });
  });

  test('in pages that go on where the last one ended', async () => {
    const ids = [await hold(1), await hold(1), await hold(1)].toReversed();
    const page = await listed('?limit=2');
    expect(page.holds.map(({ id }) => id)).toEqual(ids.slice(0, 2));
    const rest = await listed(`?limit=2&cursor=${page.next}`);
    expect(rest.holds.map(({ id }) => id)).toEqual(ids.slice(2));
    expect(rest.next).toBeNull();
  });

  test('of one user only', async () => {
    const id = await hold(1);
    await aUser(api, `${sub}-b`);
    await post('holds', { sub: `${sub}-b`, amount: 1 });
    const page = await listed(`?sub=${encodeURIComponent(sub)}`);
    expect(page.holds.map((one) => one.id)).toEqual([id]);
    expect(await listed('?sub=nobody')).toEqual({ holds: [], next: null });
  });

  test('an overdue hold as expired, before anybody releases it', async () => {
    const id = await hold(5, { expiresInSeconds: 1 });
    await overdue(id);
    expect((await listed()).holds).toEqual([]);
    const [expired] = (await listed('?status=expired')).holds;
    expect(expired).toMatchObject({ id, status: 'expired', amount: 5, remaining: 0 });
    expect(await stored(id)).toEqual(expired);
  });

  test('what it captured of a hold that then expired', async () => {
    const id = await hold(5, { expiresInSeconds: 1 });
    await post(`holds/${id}/capture`, { amount: 2, final: false });
    await overdue(id);
    expect(await stored(id)).toMatchObject({ status: 'expired', captured: 2, remaining: 0 });
    const { body } = await read(ofUser('credits'));
    expect(body).toMatchObject({ available: 23, held: 0 });
  });

  test('the hold of a deleted user without the subject', async () => {
    const id = await hold(5);
    await api.db.deleteFrom('users').where('sub', '=', sub).execute();
    expect(await stored(id)).not.toHaveProperty('sub');
  });

  test.each([
    ['an unknown status', 'status=lost'],
    ['a cursor that is no id', 'cursor=7'],
    ['a limit of 101', 'limit=101'],
    ['a reference of no character', 'reference='],
  ])('nothing for %s', async (_what, query) => {
    const answer = await read(`credits/holds?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'query_invalid' } });
  });
});

describe('a service changes its open hold', () => {
  test('to a larger amount and a later end, once for its key', async () => {
    const id = await hold(5);
    const body = { amount: 12, expiresInSeconds: 3_600 };
    const first = await post(`holds/${id}`, body, `${sub}-raise`);
    expect(first).toMatchObject({ status: 200, body: { id, amount: 12, available: 13, held: 12 } });
    expect(await post(`holds/${id}`, body, `${sub}-raise`)).toEqual({ ...first, replayed: true });
    expect(await post(`holds/${id}`, { amount: 13 }, `${sub}-raise`)).toMatchObject(conflict);
    const { expiresAt, amount } = await stored(id);
    expect([amount, expiresAt]).toEqual([12, first.body.expiresAt]);
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_500_000);
    const { entries } = entriesSchema.parse((await read(ofUser('entries'))).body);
    expect(entries.map(({ kind, quantity }) => [kind, quantity])).toEqual([
      ['hold', 7],
      ['hold', 5],
      ['grant', 25],
    ]);
  });

  test.each<[string, (id: string) => string, object, [number, string]]>([
    ['to less', (id) => id, { amount: 4 }, [422, 'amount_invalid']],
    ['to nothing', (id) => id, {}, [422, 'body_invalid']],
    ['to no time', (id) => id, { expiresInSeconds: 0 }, [422, 'body_invalid']],
    ['to more than a day', (id) => id, { expiresInSeconds: 86_401 }, [422, 'body_invalid']],
    ['of another user', (id) => id, { amount: 6, sub: 'auth0|x' }, [404, 'hold_not_found']],
    ['that there is not', () => unknownHold, { amount: 6 }, [404, 'hold_not_found']],
  ])('never %s', async (_what, idOf, body, expected) => {
    const id = await hold(5);
    // The refusal of the ledger is an answer, which its key keeps.
    const { idempotency_keys: _keys, ...before } = await api.stored();
    const refused = await post(`holds/${idOf(id)}`, body);
    expect([refused.status, refused.body.code]).toEqual(expected);
    expect(await api.stored()).toMatchObject(before);
  });
});

test('a step of a capture happens once for its key, and is no final capture', async () => {
  const id = await hold(10);
  const step = { amount: 3, final: false };
  const first = await post(`holds/${id}/capture`, step, `${sub}-step`);
  expect(first.body).toMatchObject({ captured: 3, released: 0, remaining: 7, available: 15 });
  expect(await post(`holds/${id}/capture`, step, `${sub}-step`)).toEqual({
    ...first,
    replayed: true,
  });
  expect(await post(`holds/${id}/capture`, { amount: 3 }, `${sub}-step`)).toMatchObject(conflict);
  const tooMuch = await post(`holds/${id}/capture`, { amount: 8, final: false });
  expect(tooMuch).toMatchObject({ status: 422, body: { code: 'amount_invalid' } });
  const released = await post(`holds/${id}/release`, {});
  expect(released.body).toMatchObject({ released: 7, available: 22, held: 0 });
  expect(await stored(id)).toMatchObject({ status: 'released', captured: 3, remaining: 0 });
});

describe('a service reads', () => {
  test('the balance of a user, as the user sees it', async () => {
    await hold(10);
    const { status, body } = await read(ofUser('credits'));
    expect(status).toBe(200);
    const grants = [{ source: 'trial', remaining: 15 }];
    expect(body).toMatchObject({ available: 15, held: 10, owed: 0, low: false, grants });
  });

  test('the entries of a user in pages, of some kinds', async () => {
    await hold(10);
    await post('grants', { sub, amount: 3, reason: 'thanks' });
    const page = await read(ofUser('entries', '&limit=1'));
    expect(page.body.entries).toMatchObject([{ kind: 'grant', note: 'thanks', quantity: 3 }]);
    const more = await read(ofUser('entries', `&kind=grant&cursor=${page.body.next}`));
    expect(more.body).toMatchObject({ entries: [{ number: 1, kind: 'grant' }], next: null });
  });

  test.each(['credits', 'entries'])('no %s of an unknown user', async (what) => {
    const answer = await read(`users/${what}?sub=auth0%7Cnobody`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
    expect(await read(`users/${what}`)).toMatchObject({ status: 422 });
  });
});

describe('a service finds users', () => {
  const find = (email: unknown, as = service) =>
    callAs(as, api, '../users/find', { email }, { idempotencyKey: '' });

  test('by any spelling of the mailbox, all of them, and only by a verified address', async () => {
    await aUser(api, 'google|1', { email: 'Ada.Lovelace@gmail.com' });
    await aUser(api, 'auth0|ada', { email: 'adalovelace+mill@googlemail.com' });
    await aUser(api, 'auth0|thief', { email: 'ada.lovelace@gmail.com', verified: false });
    const { status, body } = await find('ADALOVELACE@gmail.com');
    expect([status, body]).toEqual([200, { users: [{ sub: 'auth0|ada' }, { sub: 'google|1' }] }]);
  });

  test.each(['nobody@example.com', 'no address', '"quoted"@example.com', `thief@example.com`])(
    'has the same answer for %s',
    async (email) => {
      await aUser(api, `thief ${email}`, { email: 'thief@example.com', verified: false });
      const { status, body } = await find(email);
      expect([status, body]).toEqual([200, { users: [] }]);
    },
  );

  test('no longer by an address that they had before', async () => {
    await aUser(api, 'auth0|mover', { email: 'old@example.com' });
    await aUser(api, 'auth0|mover', { email: 'new@example.com' });
    expect((await find('old@example.com')).body).toEqual({ users: [] });
    expect((await find('new@example.com')).body).toEqual({ users: [{ sub: 'auth0|mover' }] });
  });

  test.each([undefined, '', 7, 'x'.repeat(321)])('and is refused the address %j', async (email) => {
    expect(await find(email)).toMatchObject({ status: 422, body: { code: 'body_invalid' } });
  });
});

describe('a batch', () => {
  const batch = (kind: 'hold' | 'grant', commands: readonly object[], as = service) =>
    callAs(as, api, `${kind}-batches`, { [`${kind}s`]: commands }, { idempotencyKey: '' });
  const one = (key: string, amount: number, more: object = {}) => ({
    idempotencyKey: `${sub}-${key}`,
    sub,
    amount,
    ...more,
  });

  test('of holds has an outcome for each, in their order, and once for each key', async () => {
    const commands = [
      one('a', 10, { reference: 'first' }),
      one('b', 20),
      one('c', 1, { sub: 'auth0|nobody' }),
      one('d', 15),
      one('a', 11),
    ];
    const { status, body } = await batch('hold', commands);
    expect(status).toBe(200);
    const results = [
      {
        idempotencyKey: `${sub}-a`,
        status: 201,
        replayed: false,
        answer: { amount: 10, held: 10 },
      },
      { status: 402, problem: { code: 'credits_insufficient', available: 15, required: 20 } },
      { status: 404, problem: { code: 'user_not_found' } },
      { status: 201, answer: { available: 0, held: 25 } },
      { status: 409, problem: { code: 'idempotency_conflict' } },
    ];
    expect(body).toMatchObject({ results });
    const before = await api.stored();
    const again = await batch('hold', commands);
    const replayed = [{ replayed: true }, { replayed: true }, {}, { replayed: true }, {}];
    expect(again.body).toMatchObject({ results: replayed });
    expect(await api.stored()).toEqual(before);
    const single = await post('holds', { sub, amount: 10, reference: 'first' }, `${sub}-a`);
    expect(single).toMatchObject({ status: 201, replayed: true });
  });

  test('of grants gives to many users', async () => {
    await aUser(api, `${sub}-b`);
    const reason = 'for the outage';
    const { body } = await batch('grant', [
      one('e', 5, { reason }),
      one('f', 7, { reason, sub: `${sub}-b`, expiresInDays: 3 }),
    ]);
    const results = [{ answer: { available: 30 } }, { answer: { available: 32 } }];
    expect(body).toMatchObject({ results });
  });

  test.each<[string, readonly object[]]>([
    ['no command', []],
    ['101 commands', Array.from({ length: 101 }, () => ({}))],
    ['a command without a key', [{ sub: 'auth0|1', amount: 1 }]],
    ['an amount of 0', [{ idempotencyKey: 'k', sub: 'auth0|1', amount: 0 }]],
    ['a misspelt member', [{ idempotencyKey: 'k', sub: 'auth0|1', amount: 1, refrence: 'x' }]],
  ])('with %s is refused whole, and does nothing', async (_what, commands) => {
    const before = await api.stored();
    const refused = await batch('hold', commands);
    expect(refused).toMatchObject({ status: 422, body: { code: 'body_invalid' } });
    expect(await api.stored()).toEqual(before);
  });

  test('of a hundred long commands fits into its body', async () => {
    const reference = '磨'.repeat(200);
    const commands = Array.from({ length: 100 }, (_, n) =>
      one(`${n}`.padEnd(200, 'k'), 1, { reference }),
    );
    const { status, body } = await batch('hold', commands);
    expect(status).toBe(200);
    expect(
      Object(body).results.filter(({ status: of }: { status: number }) => of === 201),
    ).toHaveLength(25);
  });
});

describe('a key reaches what its scopes say, and learns which one is missing:', () => {
  const email = 'nobody@example.com';
  test.each<[ServiceScope, (as: Service) => ReturnType<typeof read>]>([
    ['holds', (as) => post(`holds/${unknownHold}`, { amount: 1 }, undefined, as)],
    ['holds', (as) => callAs(as, api, 'hold-batches', {}, { idempotencyKey: '' })],
    ['grants', (as) => callAs(as, api, 'grant-batches', {}, { idempotencyKey: '' })],
    ['holds:read', (as) => read('credits/holds', as)],
    ['holds:read', (as) => read(`credits/holds/${unknownHold}`, as)],
    ['balances:read', (as) => read(ofUser('credits'), as)],
    ['entries:read', (as) => read(ofUser('entries'), as)],
    ['users:find', (as) => callAs(as, api, '../users/find', { email }, { idempotencyKey: '' })],
  ])('%s', async (scope, call) => {
    const others = await aService(
      api,
      'others',
      everything.filter((one) => one !== scope),
    );
    const refused = await call(others);
    expect(refused).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    expect(refused.body.detail).toContain(`"${scope}"`);
    const only = await aService(api, 'only', [scope]);
    expect((await call(only)).status).not.toBe(403);
  });
});
