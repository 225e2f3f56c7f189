import { describe, expect, test } from 'vitest';
import { capture } from '../../../../functions/credits/capture.ts';
import { grant } from '../../../../functions/credits/grant.ts';
import { hold } from '../../../../functions/credits/hold.ts';
import { release } from '../../../../functions/credits/release.ts';
import type { LedgerStore } from '../../../../functions/domain/ledger/ledger-store.ts';
import { now } from '../../../support/memory-stores.ts';

const id = '0195f0a0-0000-7000-8000-000000000002';
const sums = { available: 15, held: 10 };
const keyed = { idempotencyKey: 'key-1', actor: 'service farm', now };
const asked10 = { walletId: 'wallet', isReplay: false, amountCredits: 10, keyed };
const call = {
  method: 'POST',
  path: '/',
  headers: {},
  sessionCookie: { kind: 'absent' },
  params: undefined,
  query: undefined,
  serviceKey: { id, name: 'farm', scopes: ['holds', 'grants'] },
  command: keyed,
  idempotencyKey: 'key-1',
  now,
} as const;

/** A ledger of one user. It records each command, and answers all of them as new or as replayed. */
function memoryLedger(replayed = false) {
  const asked: unknown[] = [];
  const answer = <Body>(command: unknown, body: Body) => {
    asked.push(command);
    return Promise.resolve({ ok: true, body, replayed } as const);
  };
  const given = { id, amount: 10, expiresAt: '2026-11-21T12:05:00.000Z', ...sums };
  const ledger: LedgerStore = {
    hold: (command) => answer(command, given),
    grant: (command) => answer(command, given),
    change: (command) => answer(command, given),
    capture: (command) => answer(command, { id, captured: 7, released: 3, ...sums }),
    release: (command) => answer(command, { id, released: 10, ...sums }),
    walletOf: async (sub) => (sub === 'auth0|1' ? 'wallet' : undefined),
    leftWalletOf: async (sub) => (sub === 'auth0|gone' ? 'left' : undefined),
  };
  return { asked, deps: { ledger } };
}

describe('a hold', () => {
  const body = { sub: 'auth0|1', amount: 10 };

  test('lasts five minutes and has no reference unless the call says otherwise', async () => {
    const { asked, deps } = memoryLedger();
    const reply = await hold({ ...call, body }, deps);
    const command = { ...asked10, lifeMs: 300_000, reference: '' };
    expect(asked).toEqual([command]);
    expect(reply).toMatchObject({ status: 201, replayed: false, body: { id, amount: 10 } });
  });

  test('has the time and the reference of the call', async () => {
    const { asked, deps } = memoryLedger();
    const said = { ...body, expiresInSeconds: 60, reference: 'run 7' };
    await hold({ ...call, body: said }, deps);
    expect(asked).toMatchObject([{ lifeMs: 60_000, reference: 'run 7' }]);
  });

  test('of an unknown user is refused before the ledger is asked', async () => {
    const { asked, deps } = memoryLedger();
    const reply = await hold({ ...call, body: { ...body, sub: 'auth0|2' } }, deps);
    expect(reply).toMatchObject({ code: 'user_not_found' });
    expect(asked).toEqual([]);
  });
});

describe('a grant', () => {
  const body = { sub: 'auth0|1', amount: 10, reason: 'thanks' };

  test.each([
    ['a year when the call does not say', {}, 365],
    ['as long as the call says', { expiresInDays: 2 }, 2],
  ])('lasts %s', async (_how, said, days) => {
    const { asked, deps } = memoryLedger();
    const reply = await grant({ ...call, body: { ...body, ...said } }, deps);
    const lifeMs = days * 86_400_000;
    const command = { ...asked10, lifeMs, reason: 'thanks' };
    expect(asked).toEqual([command]);
    expect(reply).toMatchObject({ status: 201 });
  });

  test('to an unknown user is refused before the ledger is asked', async () => {
    const { asked, deps } = memoryLedger();
    const reply = await grant({ ...call, body: { ...body, sub: 'auth0|2' } }, deps);
    expect(reply).toMatchObject({ code: 'user_not_found' });
    expect(asked).toEqual([]);
  });
});

describe('a settlement', () => {
  const held = { ...call, params: { id } };

  test('captures the amount of the call, for the user of the call', async () => {
    const { asked, deps } = memoryLedger();
    await capture({ ...held, body: { amount: 7, sub: 'auth0|1' } }, deps);
    await capture({ ...held, body: {} }, deps);
    expect(asked).toEqual([
      { holdId: id, amountCredits: 7, keepsRest: false, sub: 'auth0|1', keyed },
      { holdId: id, amountCredits: undefined, keepsRest: false, sub: undefined, keyed },
    ]);
  });

  test('releases, and says when it is a repeated answer', async () => {
    const { asked, deps } = memoryLedger(true);
    const reply = await release({ ...held, body: {} }, deps);
    expect(asked).toEqual([{ holdId: id, sub: undefined, keyed }]);
    expect(reply).toEqual({ status: 200, replayed: true, body: { id, released: 10, ...sums } });
  });

  test('that the ledger refuses has the code of the ledger', async () => {
    const { deps } = memoryLedger();
    const refused = { ok: false, code: 'hold_expired', replayed: true } as const;
    const ledger = { ...deps.ledger, capture: async () => refused, release: async () => refused };
    for (const settle of [capture, release]) {
      const reply = await settle({ ...held, body: {} }, { ledger });
      expect(reply).toMatchObject({ code: 'hold_expired', replayed: true });
    }
  });
});

describe.each([
  [false, 'counted', { Holds: 1 }, { Captures: 1 }, { Grants: 1 }],
  [true, 'the first answer again, and not counted', {}, {}, {}],
])('a command that was replayed (%s)', (replayed, what, holds, captures, grants) => {
  test(`is ${what}`, async () => {
    const { deps } = memoryLedger(replayed);
    const sub = 'auth0|1';
    const replies = [
      await hold({ ...call, body: { sub, amount: 1 } }, deps),
      await capture({ ...call, params: { id }, body: {} }, deps),
      await grant({ ...call, body: { sub, amount: 1, reason: 'x' } }, deps),
    ];
    const counts = replies.map((reply) => 'counts' in reply && reply.counts);
    expect(counts).toEqual([holds, captures, grants]);
  });
});
