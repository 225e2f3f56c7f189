import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import type { StoredRun } from '../../../functions/domain/run/run.ts';
import { serviceScopes } from '../../../src/contract/route.ts';
import { startApi } from '../journeys/api.ts';
import { aService, aUser, callAs, readAs } from '../journeys/service-calls.ts';

const unknownHold = '0195f0a0-0000-7000-8000-00000000dead';

let sub: string;
let walletId: string;
let users = 0;

const api = await startApi();
const farm = await aService(api, 'render farm', serviceScopes);
const other = await aService(api, 'print shop', serviceScopes);
afterAll(api.close);

beforeEach(async () => {
  users += 1;
  sub = `auth0|${users}`;
  walletId = await aUser(api, sub);
});

/** A further hold stores what has expired, which the audit expects. */
afterEach(() => callAs(farm, api, 'holds', { sub, amount: 1 }));

afterAll(async () => {
  expect(await auditLedger(api.db)).toEqual([]);
});

const keyOf = (what: string) => `${what}-${users}`;

async function hold(): Promise<string> {
  const { body } = await callAs(farm, api, 'holds', { sub, amount: 10 });
  return String(body.id);
}

async function aRun(): Promise<StoredRun> {
  const begun = await runStore(api.db).begin({
    ...{ walletId, flowId: 'social-card', amountCredits: 10, timeoutMs: 60_000 },
    ...{ inputHash: 'input', idempotencyKey: keyOf('run'), now: new Date() },
  });
  return begun.ok ? begun.body : expect.fail(begun.code);
}

/** The parts of an answer that are the same each time. */
function told({ status, replayed, body }: Awaited<ReturnType<typeof callAs>>) {
  const { requestId: _own, ...said } = body;
  return { status, replayed, said };
}

const makers: readonly (readonly [string, () => Promise<string>])[] = [
  ['a service', hold],
  ['a run of a flow', async () => (await aRun()).id],
  [
    'a service, captured in part',
    async () => {
      const id = await hold();
      await callAs(farm, api, `holds/${id}/capture`, { amount: 2, final: false });
      return id;
    },
  ],
  [
    'a service that has settled it',
    async () => {
      const id = await hold();
      await callAs(farm, api, `holds/${id}/release`, {});
      return id;
    },
  ],
  [
    'a service, past its time',
    async () => {
      const id = await hold();
      const past = { expires_at: new Date(Date.now() - 1) };
      await api.db.updateTable('holds').set(past).where('id', '=', id).execute();
      return id;
    },
  ],
];

const commands: readonly (readonly [string, string, object])[] = [
  ['a capture of all', '/capture', {}],
  ['a capture of less', '/capture', { amount: 1 }],
  ['a capture of more', '/capture', { amount: 11 }],
  ['a step of a capture', '/capture', { amount: 1, final: false }],
  ['a release', '/release', {}],
  ['a raise', '', { amount: 11 }],
  ['more time', '', { expiresInSeconds: 3_600 }],
];

describe.each(makers)('the hold of %s', (_maker, make) => {
  test.each(commands)('is not there for %s by another service', async (_what, path, body) => {
    const id = await make();
    const before = await api.stored();
    const call = (hold: string, more: object = {}) =>
      callAs(
        other,
        api,
        `holds/${hold}${path}`,
        { ...body, ...more },
        { idempotencyKey: keyOf(`settle${Object.keys(more).length}`) },
      ).then(told);
    const unknown = await call(unknownHold);
    expect(unknown).toMatchObject({ status: 404, said: { code: 'hold_not_found' } });
    expect(await call(id)).toEqual(unknown);
    // The same key once more, and the user's own subject, tell no more.
    expect(await call(id)).toEqual(unknown);
    expect(await call(id, { sub })).toEqual(unknown);
    expect(await api.stored()).toEqual(before);
  });

  test('is in no read and in no list of another service', async () => {
    const id = await make();
    const answer = await readAs(other, api, `credits/holds/${id}`);
    expect(answer).toMatchObject({ status: 404, body: { code: 'hold_not_found' } });
    const lists = ['open', 'captured', 'released', 'expired'].map((status) =>
      readAs(other, api, `credits/holds?status=${status}`),
    );
    for (const { body } of await Promise.all(lists)) expect(body.holds).toEqual([]);
  });
});

test('a key that a foreign hold was not found with serves for a command on an own one', async () => {
  const foreign = await hold();
  const own = await callAs(other, api, 'holds', { sub, amount: 5 });
  const idempotencyKey = keyOf('capture');
  const refused = await callAs(other, api, `holds/${foreign}/capture`, {}, { idempotencyKey });
  expect(refused.status).toBe(404);
  const settled = await callAs(other, api, `holds/${own.body.id}/capture`, {}, { idempotencyKey });
  expect(settled).toMatchObject({ status: 200, replayed: false, body: { captured: 5, held: 10 } });
});

test('a run is charged once for its result, whatever a service tried meanwhile', async () => {
  const run = await aRun();
  for (const [, path, body] of commands) await callAs(other, api, `holds/${run.id}${path}`, body);
  const end = { result: [], amountCredits: 10, now: new Date() };
  expect(await runStore(api.db).succeed(run, end)).toMatchObject({ availableCredits: 15 });
});

test('a run that fails charges nothing, whatever a service tried meanwhile', async () => {
  const run = await aRun();
  for (const [, path, body] of commands) await callAs(other, api, `holds/${run.id}${path}`, body);
  const failure = { code: 'run_timed_out' } as const;
  await runStore(api.db).fail(run, { failure, now: new Date() });
  const { body } = await readAs(other, api, `users/credits?sub=${encodeURIComponent(sub)}`);
  expect(body).toMatchObject({ available: 25, held: 0 });
});

test('what a service was answered about a foreign hold before is answered again', async () => {
  const holdId = await hold();
  const actor = 'service print shop';
  const keyed = { idempotencyKey: keyOf('earlier'), actor, now: new Date() };
  // As captures were until holds were their makers' alone.
  await ledgerStore(api.db).capture({ holdId, ofAnyMaker: true, keyed });
  const again = await callAs(
    other,
    api,
    `holds/${holdId}/capture`,
    {},
    { idempotencyKey: keyOf('earlier') },
  );
  expect(again).toMatchObject({ status: 200, replayed: true, body: { captured: 10 } });
});

test('two keys of one name are one service, which settles what either has held', async () => {
  const second = await aService(api, 'render farm', ['holds']);
  const id = await hold();
  const settled = await callAs(second, api, `holds/${id}/capture`, { amount: 4 });
  expect(settled).toMatchObject({ status: 200, body: { captured: 4, released: 6 } });
});
