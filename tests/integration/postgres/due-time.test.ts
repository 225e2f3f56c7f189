import type { Kysely } from 'kysely';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { outboxStore } from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import { owedRefundStore } from '../../../functions/adapters/postgres/purchase/owed-refund-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { databaseKinds, migratedDatabase } from '../../support/database.ts';
import { now } from '../../support/memory-stores.ts';
import { deleteRows } from '../../support/stored-rows.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const walletId = newId(now);
const later = (ms: number) => new Date(now.getTime() + ms);

describe.each(databaseKinds)('what waits in the %s database', (kind) => {
  let db: Kysely<Schema>;

  beforeAll(async () => {
    const opened = await migratedDatabase(kind);
    db = opened.db;
    return opened.close;
  });

  beforeEach(() => deleteRows(db));

  test.each([
    ['a message', 'when its time has come', 0, true],
    ['a message', 'not within the longest pause', 6 * HOUR_MS, false],
    ['a message', 'at once when a clock ran ahead', 40 * DAY_MS, true],
    ['an event', 'not within the longest pause', 6 * HOUR_MS, false],
    ['an event', 'at once when a clock ran ahead', 40 * DAY_MS, true],
  ])('%s is tried %s', async (what, _, dueInMs, isDue) => {
    const lane = what === 'a message' ? 'mail' : 'webhook 1';
    const receiver = what === 'a message' ? `mail ${walletId}` : lane;
    await storeMessage(receiver, later(dueInMs));
    const [due] = await outboxStore(db).due(lane, now);
    expect(due !== undefined).toBe(isDue);
    if (due) expect(await outboxStore(db).claim(due, now)).toBe(true);
    expect(await outboxStore(db).due(lane, now)).toEqual([]);
  });

  test.each([
    ['when its time has come', 0, 1],
    ['not within the longest pause', 6 * HOUR_MS, 0],
    ['at once when a clock ran ahead', 40 * DAY_MS, 1],
  ])('a refund that we owe is tried %s', async (_, dueInMs, count) => {
    await db
      .insertInto('owed_refunds')
      .values({
        ...{ purchase_id: newId(now), payment_id: 'pi_1', currency: 'EUR', amount_minor: 499 },
        ...{ owed_since: now, tries: 0, next_try_at: later(dueInMs), state: 'owed' },
        ...{ refund_id: null, settled_at: null },
      })
      .execute();
    expect(await owedRefundStore(db).listDue(now)).toHaveLength(count);
  });

  test.each([
    ['an hour after the last time', -DAY_MS, -HOUR_MS, 1],
    ['not a minute after the last time', -DAY_MS, -MINUTE_MS, 0],
    ['when a clock that ran ahead says when it was asked about', -DAY_MS, 40 * DAY_MS, 1],
    ['when a clock that ran ahead says when it was begun', 40 * DAY_MS, null, 1],
  ])('a purchase is asked about %s', async (_, begunInMs, askedInMs, count) => {
    const id = newId(now);
    await storePurchase(id, later(begunInMs), askedInMs === null ? null : later(askedInMs));
    const purchases = purchaseStore(db);
    expect(await purchases.listUnasked(now)).toHaveLength(count);
    const claimed = await purchases.claim(id, now, later(-HOUR_MS));
    expect(claimed !== undefined).toBe(count === 1);
    expect(await purchases.claim(id, now, later(-HOUR_MS))).toBeUndefined();
  });

  async function storeMessage(receiver: string, dueAt: Date): Promise<void> {
    await db
      .insertInto('outbox')
      .values({
        ...{ id: newId(now), wallet_id: walletId, event: 'trial_granted' },
        ...{ payload: '{}', created_at: now, sent_at: null, receiver, state: 'waiting' },
        ...{ due_at: dueAt, give_up_at: later(DAY_MS), tries: 1, failure: null },
      })
      .execute();
  }

  async function storePurchase(id: string, begunAt: Date, askedAt: Date | null): Promise<void> {
    await db
      .insertInto('purchases')
      .values({
        ...{ id, wallet_id: walletId, pack_id: 'starter', credits: 110, currency: 'EUR' },
        ...{ amount_minor: 499, progress: 'open', payment_id: null, taken_back: 0 },
        ...{ created_at: begunAt, open_until: later(HOUR_MS), paid_at: null, session_id: null },
        ...{ asked_at: askedAt, card: null },
      })
      .execute();
  }
});
