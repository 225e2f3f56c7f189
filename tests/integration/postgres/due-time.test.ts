import { beforeEach, describe, expect, test } from 'vitest';
import { newId, systemTools } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { outboxStore } from '../../../functions/adapters/postgres/outbox/outbox-store.ts';
import { owedRefundStore } from '../../../functions/adapters/postgres/purchase/owed-refund-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { topUpStore } from '../../../functions/adapters/postgres/purchase/saved-cards.ts';
import { retentionDeletions } from '../../../functions/adapters/postgres/retention/retention-deletions.ts';
import { uploadStore } from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { uploadExpiry } from '../../../functions/domain/upload/upload.ts';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { maxPendingUploads } from '../../../src/contract/uploads.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { now } from '../../support/memory-stores.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

const walletId = newId(now);
const later = (ms: number) => new Date(now.getTime() + ms);

describe.each(thoroughness.databases)('what waits in the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

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

  test.each([
    ['a wait for the next month', 'not before', 31 * DAY_MS, null, 0],
    ['a wait', 'at once when a clock ran ahead', 40 * DAY_MS, null, 1],
    ['the lease of a worker', 'not while it lasts', 2 * MINUTE_MS, newId(now), 0],
    ['the lease of a worker', 'at once when a clock ran ahead', DAY_MS, newId(now), 1],
  ])('a card with %s is looked at %s', async (_what, _when, dueInMs, attempt, count) => {
    const cards = topUpStore(db);
    await db
      .insertInto('saved_cards')
      .values({
        ...{ session_id: 'cs_1', wallet_id: walletId, state: 'on', attempt_id: attempt },
        ...{ pack_id: 'starter', currency: 'EUR', price_minor: 499, monthly: 2, failures: 0 },
        ...{ up_to: null, most_minor: null },
        ...{ due_at: later(dueInMs), saved_at: now },
      })
      .execute();
    expect(await cards.listDue(now)).toHaveLength(count);
    await cards.postpone('cs_1', now);
    expect(await cards.listDue(now)).toEqual([]);
  });

  test.each([
    ['counts for a day', DAY_MS, 1, false],
    ['counts no more when its time is over', 0, 0, true],
    ['counts no more when a clock ran ahead', 40 * DAY_MS, 0, true],
  ])('a place of an upload %s', async (_, endsInMs, left, isFree) => {
    const place = { sub_key: 'key', upload_id: newId(now), bytes: maxPendingUploads.bytes };
    await db
      .insertInto('upload_places')
      .values({ ...place, place: 0, expires_at: later(endsInMs) })
      .execute();
    const upload = { id: newId(now), walletId, mediaType: 'image/png', bytes: 1, sha256: '' };
    const times = { createdAt: now, expiresAt: uploadExpiry(now) };
    expect(await uploadStore(db).announce({ ...upload, ...times }, 'key')).toBe(isFree);
    await db.deleteFrom('upload_places').where('bytes', '=', 1).execute();
    await retentionDeletions(db, systemTools).uploadPlaces?.(now);
    expect(await db.selectFrom('upload_places').selectAll().execute()).toHaveLength(left);
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
