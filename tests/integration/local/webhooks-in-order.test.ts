import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { systemTools } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { transact } from '../../../functions/adapters/postgres/connection/transact.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import { outboxStore } from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import { enqueueWebhooks } from '../../../functions/adapters/postgres/outbox/write-message.ts';
import type { Lane } from '../../../functions/domain/message/delivery.ts';
import type { WebhookEvent } from '../../../src/contract/webhooks.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { seededRandom } from '../../support/random.ts';
import { shuffled } from '../../support/shuffled.ts';
import { day, day0 } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';
import { startServices, toldSchema, webhooksOf } from '../../support/told-service.ts';

const services = await startServices();
afterAll(services.close);

const { databases } = thoroughness;
const minutes = (count: number) => new Date(day0.getTime() + count * 60_000);
const upTo = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each(databases)('what services are told of a wallet on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let hooks: ReturnType<typeof webhooksOf>;

  beforeAll(() => {
    hooks = webhooksOf(db, services.origin);
  });

  afterEach(async () => {
    services.forget();
    await deleteRows(db);
  });

  let gifts = 0;

  async function gift(
    walletId: string,
    amountCredits: number,
    now: Date,
    lifeMs = 10 * 86_400_000,
  ) {
    gifts += 1;
    const keyed = { idempotencyKey: `gift-${gifts}`, actor: 'operator mo', now };
    await ledgerStore(db).grant({ walletId, amountCredits, lifeMs, reason: 'thanks', keyed });
  }

  /** The events that a path took, without second copies. */
  function taken(path = '/hook') {
    const good = services.received.filter((one) => one.path === path && one.status === 200);
    const ids = good.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
    return good.map(({ body }) => toldSchema.parse(JSON.parse(body)));
  }

  /** The credits that a wallet had after each of its entries of a kind, in the order of its ledger. */
  async function ledgerOf(walletId: string, entryKind: 'grant' | 'expire') {
    const entries = db.selectFrom('entries').where('wallet_id', '=', walletId);
    const chosen = entries.where('kind', '=', entryKind).select('available_after');
    return (await chosen.orderBy('number').execute()).map((entry) => entry.available_after);
  }

  test('comes in the order of its ledger where a command overtook an earlier one', async () => {
    await hooks.add();
    const walletId = await hooks.signIn('ada');
    await gift(walletId, 100, minutes(2));
    await gift(walletId, 10, minutes(1));
    await hooks.send(minutes(3));
    expect(taken().map(({ sequence, data }) => [sequence, data.available])).toEqual([
      [1, 25],
      [2, 125],
      [3, 135],
    ]);
    const times = taken().map(({ timestamp }) => timestamp);
    expect(times).toEqual([day0, minutes(2), minutes(1)].map((time) => time.toISOString()));
  });

  test('comes in that order also where one run does it all with one time', async () => {
    await hooks.add();
    const wallets = [await hooks.signIn('ada'), await hooks.signIn('bob')];
    for (const index of upTo(30)) await gift(wallets[index % 2] ?? '', 1 + index, day(1));
    for (const walletId of wallets) await sweepStore(db).lots.settle(walletId, day(31));
    await hooks.send(day(31));
    for (const [index, sub] of ['ada', 'bob'].entries()) {
      const own = taken().filter(({ data }) => data.sub === sub);
      const granted = own.filter(({ type }) => type === 'credits.granted');
      expect(granted.map(({ data }) => data.available)).toEqual(
        await ledgerOf(wallets[index] ?? '', 'grant'),
      );
      expect(own.map(({ sequence }) => sequence)).toEqual(upTo(18).map((place) => place + 1));
      expect(own.slice(-2)).toMatchObject([
        { type: 'credits.expired', data: { available: 0 } },
        { type: 'balance.low', data: { available: 0 } },
      ]);
    }
  });

  test('comes in that order in hundreds of random events, past failures and with workers side by side', async () => {
    await hooks.add('/hook');
    await hooks.add('/other', ['credits.granted']);
    const subs = ['ada', 'bob', 'eve'];
    const wallets = new Map<string, string>();
    for (const sub of subs) wallets.set(sub, await hooks.signIn(sub));
    const times = shuffled(upTo(120));
    const random = seededRandom(7);
    const work = times.map((time, index) => {
      const lifeMs = random() < 0.2 ? 60_000 : 10 * 86_400_000;
      return gift(wallets.get(subs[index % 3] ?? '') ?? '', 1 + index, minutes(time), lifeMs);
    });
    await Promise.all(work);
    let at = 120;
    for (let waiting = 1; waiting > 0; at += 60) {
      services.answers.set('/hook', random() < 0.3 ? 503 : 200);
      await Promise.all([hooks.send(minutes(at)), hooks.send(minutes(at))]);
      waiting = (await hooks.queued()).filter(({ state }) => state === 'waiting').length;
    }
    for (const [sub, walletId] of wallets) {
      for (const path of ['/hook', '/other']) {
        const own = taken(path).filter(({ data }) => data.sub === sub);
        const granted = own.filter(({ type }) => type === 'credits.granted');
        const told = granted.map(({ data }) => data.available);
        expect(told).toEqual(await ledgerOf(walletId, 'grant'));
        const numbers = own.map(({ sequence }) => sequence ?? 0);
        expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
      }
    }
    const sums = db.selectFrom('wallets').select(['id', 'available']).orderBy('id');
    const last = subs.map((sub) => {
      const own = taken().filter(({ data }) => data.sub === sub);
      return { id: wallets.get(sub), available: own.at(-1)?.data.available };
    });
    expect(last.toSorted((a, b) => String(a.id).localeCompare(String(b.id)))).toEqual(
      await sums.execute(),
    );
  });

  const topUp = (credits: number): WebhookEvent => ({
    event: 'top_up.made',
    data: { purchase: '0195f0a0-0000-7000-8000-000000000001', credits },
  });

  function tell(walletId: string, events: readonly WebhookEvent[], now: Date) {
    const tools = { now, newId: systemTools.newId };
    return transact(db, (trx) => enqueueWebhooks(trx, walletId, events, tools));
  }

  test('has numbers of its own, which count also what an endpoint has not chosen', async () => {
    await hooks.add('/hook', ['top_up.made']);
    const [ada, bob] = [await hooks.signIn('ada'), await hooks.signIn('bob')];
    await tell(ada, [topUp(1), topUp(2)], minutes(2));
    await tell(bob, [topUp(3)], minutes(3));
    await hooks.add('/all');
    await gift(ada, 5, minutes(4));
    await tell(ada, [topUp(4)], minutes(1));
    await hooks.send(minutes(5));
    const told = taken().map(({ sequence, data }) => [data.sub, sequence, data.credits]);
    expect(told.filter(([sub]) => sub === 'ada')).toEqual([
      ['ada', 1, 1],
      ['ada', 2, 2],
      ['ada', 4, 4],
    ]);
    expect(told.filter(([sub]) => sub === 'bob')).toEqual([['bob', 1, 3]]);
    expect(taken('/all').map(({ sequence }) => sequence)).toEqual([3, 4]);
  });

  test('comes after what was stored before there were numbers, which comes without one', async () => {
    await hooks.add();
    const walletId = await hooks.signIn('ada');
    await gift(walletId, 1, minutes(3));
    await gift(walletId, 2, minutes(2));
    await db.updateTable('outbox').set({ event_number: null }).execute();
    await gift(walletId, 3, minutes(1));
    await hooks.send(minutes(4));
    const told = taken().map(({ sequence, data }) => [sequence, data.credits]);
    expect(told).toEqual([
      [undefined, 25],
      [undefined, 2],
      [undefined, 1],
      [4, 3],
    ]);
  });

  test('waits for the event before it while a worker has that one, and while it pauses', async () => {
    const { id } = await hooks.add();
    const walletId = await hooks.signIn('ada');
    await gift(walletId, 1, minutes(2));
    const outbox = outboxStore(db);
    const lane: Lane = `webhook ${id}`;
    const [first = expect.fail('nothing is due')] = await outbox.due(lane, minutes(2));
    expect(await outbox.claim(first, minutes(2))).toBe(true);
    // This event has an earlier time than the event that a worker has claimed.
    await gift(walletId, 2, new Date(day0.getTime() - 1));
    expect(await outbox.due(lane, minutes(3))).toEqual([]);
    const paused = { state: 'waiting', failure: 'HTTP 503', dueAt: minutes(30) } as const;
    await outbox.settle(first, paused, minutes(3));
    await hooks.send(minutes(29));
    expect(taken()).toEqual([]);
    await hooks.send(minutes(60));
    expect(taken().map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });
});
