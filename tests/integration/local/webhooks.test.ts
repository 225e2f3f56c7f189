import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { accountStore } from '../../../functions/adapters/postgres/account/account-store.ts';
import { systemTools } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { transact } from '../../../functions/adapters/postgres/connection/transact.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import { enqueueWebhooks } from '../../../functions/adapters/postgres/outbox/write-message.ts';
import { runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import { fingerprintsOf } from '../../../functions/domain/account/departure.ts';
import { webhookEvents } from '../../../src/contract/webhooks.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { day, day0, trialKeySecret } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';
import { startServices, webhooksOf } from '../../support/told-service.ts';

const services = await startServices();
afterAll(services.close);

const minutes = (count: number) => new Date(day0.getTime() + count * 60_000);

describe.each(thoroughness.databases)('webhooks of the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let hooks: ReturnType<typeof webhooksOf>;

  beforeAll(() => {
    hooks = webhooksOf(db, services.origin);
  });

  afterEach(async () => {
    services.forget();
    await deleteRows(db);
  });

  async function gift(walletId: string, amountCredits: number, now: Date) {
    const keyed = { idempotencyKey: `gift ${now.getTime()}`, actor: 'operator mo', now };
    const lifeMs = 10 * 86_400_000;
    await ledgerStore(db).grant({ walletId, amountCredits, lifeMs, reason: 'thanks', keyed });
  }

  test('an event is signed, so that the library of the specification accepts it', async () => {
    const { secret } = await hooks.add();
    await hooks.signIn('ada', new Date());
    expect(await hooks.send(new Date())).toMatchObject({ numbers: { sent: 2 } });
    const [{ headers, body } = expect.fail('nothing was sent')] = services.received;
    const verified = new Webhook(secret).verify(body, {
      'webhook-id': String(headers['webhook-id']),
      'webhook-timestamp': String(headers['webhook-timestamp']),
      'webhook-signature': String(headers['webhook-signature']),
    });
    expect(verified).toMatchObject({ type: 'credits.granted', data: { sub: 'ada', credits: 25 } });
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
  });

  test('every event comes once, with the facts that the contract names and nothing personal', async () => {
    await hooks.add();
    const walletId = await hooks.signIn('ada');
    const ledger = ledgerStore(db);
    const hold = (name: string, amountCredits: number, now: Date) =>
      ledger.hold({
        walletId,
        ...{ amountCredits, lifeMs: 120_000, reference: name },
        keyed: { idempotencyKey: name, actor: 'service farm', now },
      });
    const settledBy = (actor: string, name: string) => ({
      keyed: { idempotencyKey: `${name} settled`, actor, now: minutes(1) },
    });
    const own = await hold('own', 1, day0);
    const other = await hold('other', 4, minutes(1));
    const [ownId, otherId] = [own, other].map((one) => (one.ok ? one.body.id : ''));
    await ledger.release({ holdId: ownId ?? '', ...settledBy('service farm', 'own') });
    await ledger.capture({
      holdId: otherId ?? '',
      ...{ amountCredits: 3, ofAnyMaker: true },
      ...settledBy('operator mo', 'other'),
    });
    const low = await hold('low', 20, minutes(2));
    const lowId = low.ok ? low.body.id : '';
    const raise = { idempotencyKey: 'raise', actor: 'service farm', now: minutes(2) };
    await ledger.change({ holdId: lowId, amountCredits: 50, keyed: raise });
    const capturedLow = { idempotencyKey: 'low done', actor: 'service farm', now: minutes(3) };
    await ledger.capture({ holdId: lowId, keyed: capturedLow });
    await hold('left', 1, minutes(4));
    await sweepStore(db).holds.settle(walletId, minutes(6));
    await sweepStore(db).lots.settle(walletId, day(31));
    await remove('ada', walletId, day(32));
    // No event about an account is sent after its end; earlier events are sent first.
    await db
      .updateTable('outbox')
      .set({ state: 'dropped' })
      .where('event', '<>', 'user.deleted')
      .execute();
    expect(await hooks.send(day(32))).toMatchObject({ numbers: { sent: 1 } });
    expect(services.bodies()).toMatchObject([{ type: 'user.deleted', data: { sub: 'ada' } }]);
    const rows = await hooks.queued();
    expect(rows.map(({ event }) => event)).toEqual([
      ...['credits.granted', 'hold.ended', 'balance.none_left', 'balance.low', 'hold.ended'],
      ...['credits.expired', 'user.deleted'],
    ]);
    const data = rows.slice(0, -1).map(({ payload }) => JSON.parse(payload));
    expect(data).toEqual([
      { credits: 25, available: 25, source: 'trial', expiresAt: day(30).toISOString() },
      { hold: otherId, status: 'captured', captured: 3, released: 1, reference: 'other' },
      { available: 2, required: 30 },
      { available: 2, mark: 5 },
      { hold: expect.any(String), status: 'expired', captured: 0, released: 1, reference: 'left' },
      { credits: 2, available: 0 },
    ]);
    for (const { event, payload } of rows.slice(0, -1)) {
      const schema = webhookEvents[event as keyof typeof webhookEvents];
      expect(schema.parse(JSON.parse(payload))).toEqual(JSON.parse(payload));
    }
  });

  function remove(sub: string, walletId: string, now: Date) {
    const fingerprints = fingerprintsOf({ sub }, trialKeySecret);
    const user = db.selectFrom('users').where('sub', '=', sub).select('id');
    return user
      .executeTakeFirstOrThrow()
      .then(({ id: userId }) => accountStore(db).remove({ userId, walletId, fingerprints, now }));
  }

  test('a transaction that is rolled back leaves no event', async () => {
    await hooks.add();
    const walletId = await hooks.signIn('ada');
    const before = await hooks.queued();
    const failing = transact(db, async (trx) => {
      const data = { credits: 1, available: 1 };
      const event = { event: 'credits.expired', data } as const;
      await enqueueWebhooks(trx, walletId, [event], { now: day0, newId: systemTools.newId });
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await hooks.queued()).toEqual(before);
  });

  test('each endpoint gets the events that it has chosen, and a disabled one none', async () => {
    await hooks.add('/all');
    await hooks.add('/ends', ['user.deleted', 'credits.expired']);
    const { id } = await hooks.add('/off');
    await hooks.run({ command: 'webhooks disable', id });
    await hooks.signIn('ada');
    await hooks.send(day0);
    expect(services.received.map(({ path }) => path)).toEqual(['/all']);
  });

  test('a service that is down for two days gets everything then, once and in order, and delays nobody', async () => {
    await hooks.add('/down');
    await hooks.add('/well');
    const walletId = await hooks.signIn('ada');
    services.answers.set('/down', 503);
    for (let hour = 1; hour <= 48; hour += 1) {
      await gift(walletId, hour, minutes(60 * hour));
      await hooks.send(minutes(60 * hour));
    }
    const amounts = (path: string) => services.bodies(path).map(({ data }) => data.credits);
    const everything = [25, ...Array.from({ length: 48 }, (_, index) => index + 1)];
    expect(amounts('/well')).toEqual(everything);
    const tries = amounts('/down').length;
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(40);
    services.forget();
    expect(await hooks.send(minutes(60 * 54))).toMatchObject({ numbers: { sent: 49 } });
    expect(amounts('/down')).toEqual(everything);
    const ids = services.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(49);
    expect(await hooks.send(minutes(60 * 60))).toMatchObject({ numbers: { sent: 0 } });
  });

  test('an answer of 410 disables the endpoint, and its events wait until it is enabled', async () => {
    const { id } = await hooks.add();
    await hooks.signIn('ada');
    await hooks.signIn('bob');
    services.answers.set('/hook', 410);
    expect(await hooks.send(day0)).toMatchObject({ numbers: { dead: 1, waiting: 1 } });
    await hooks.signIn('eve');
    expect(await hooks.send(day(1))).toMatchObject({ numbers: { sent: 1 } });
    expect(services.received).toHaveLength(1);
    const listed = await hooks.run({ command: 'webhooks list' });
    expect(listed.lines.join()).toMatch(/disabled .*, 1 waiting/);
    services.answers.delete('/hook');
    await hooks.run({ command: 'webhooks enable', id });
    await hooks.send(day(1));
    expect(services.bodies().map(({ type }) => type)).toEqual([
      'credits.granted',
      'credits.granted',
    ]);
  });

  test('nothing is sent about an account that is gone, but that it is', async () => {
    await hooks.add();
    const walletId = await hooks.signIn('oyuki');
    await remove('oyuki', walletId, day(1));
    expect(await hooks.send(day(1))).toMatchObject({ numbers: { sent: 3, dropped: 1 } });
    expect(services.bodies().map(({ type }) => type)).toEqual(['user.deleted']);
    const stored = JSON.stringify(await hooks.queued());
    // No id has these letters by chance: they are no hexadecimal digits.
    expect(stored).not.toContain('oyuki');
    const notices = await db.selectFrom('outbox').select('event').execute();
    expect(notices.map(({ event }) => event)).toContain('user.deleted');
  });

  test('a run tells its end, also one whose process died', async () => {
    await hooks.add();
    const walletId = await hooks.signIn('ada');
    const runs = runStore(db);
    const begin = async (key: string) => {
      const command = {
        flowId: 'social-card',
        amountCredits: 1,
        shownCredits: 1,
        timeoutMs: 1_000,
      };
      const keyed = { walletId, idempotencyKey: key, inputHash: key, now: day0 };
      const begun = await runs.begin({ ...command, ...keyed });
      return begun.ok ? begun.body : expect.fail(begun.code);
    };
    const [done, failed, died] = [await begin('a'), await begin('b'), await begin('c')];
    const unwanted = await begin('d');
    await runs.succeed(done, { result: [], amountCredits: 1, now: day0 });
    await runs.fail(failed, { failure: { code: 'run_timed_out' }, now: minutes(0.1) });
    await runs.fail(unwanted, { failure: { code: 'run_cancelled' }, now: minutes(0.1) });
    await sweepStore(db).holds.settle(walletId, minutes(30));
    await runs.fail(died, { failure: { code: 'run_failed' }, now: minutes(31) });
    await hooks.send(minutes(31));
    const ended = services.bodies().filter(({ type }) => type === 'run.finished');
    expect(ended.map(({ data }) => data)).toEqual([
      {
        sub: 'ada',
        run: done.id,
        flow: 'social-card',
        status: 'succeeded',
        credits: 1,
        code: null,
      },
      {
        sub: 'ada',
        run: failed.id,
        flow: 'social-card',
        status: 'failed',
        credits: 0,
        code: 'run_timed_out',
      },
      {
        sub: 'ada',
        run: unwanted.id,
        flow: 'social-card',
        status: 'cancelled',
        credits: 0,
        code: 'run_cancelled',
      },
      {
        sub: 'ada',
        run: died.id,
        flow: 'social-card',
        status: 'failed',
        credits: 0,
        code: 'run_failed',
      },
    ]);
  });
});
