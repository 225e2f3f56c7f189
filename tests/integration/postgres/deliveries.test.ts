import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { systemPacing } from '../../../functions/adapters/postgres/connection/transact.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { stripeWebhooks } from '../../../functions/adapters/stripe/webhooks.ts';
import { forAnyone } from '../../../functions/callers/for-anyone.ts';
import { receive } from '../../../functions/checkout/webhook.ts';
import type { PaymentEvent } from '../../../functions/domain/purchase/payments.ts';
import { packExpiry } from '../../../functions/domain/purchase/purchase.ts';
import { receiveWebhook } from '../../../src/contract/checkout.ts';
import { call, siteOrigin } from '../../support/api-event.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { edgeOf } from '../../support/edge.ts';
import { now } from '../../support/memory-stores.ts';
import { aPurchase, paidEvent, purchaseId, reversalEvent } from '../../support/purchases.ts';
import { shuffled } from '../../support/shuffled.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import { deleteRows, storedRows } from '../../support/stored-rows.ts';
import {
  aPayment,
  aSession,
  deliveryOf,
  eventText,
  webhookSecret,
} from '../../support/stripe-events.ts';
import { thoroughness } from '../../support/thoroughness.ts';

// Deliveries reach many Lambdas, which share only the database: no process puts them in a queue.
vi.mock('../../../functions/adapters/postgres/ledger/wallet-queue.ts', () => ({
  walletQueue: (_name: string, work: () => unknown) => work(),
}));

/** How often a delivery that conflicted too often is sent again. */
const MAX_RETRIES = 10;

describe.each(thoroughness.databases)('on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let walletId: string;

  beforeEach(async () => {
    await deleteRows(db);
    const signedIn = await userStore(db).signIn(aSignIn('ada', { verified: false, now }));
    if (!signedIn.ok) throw new Error('nobody was signed in');
    walletId = signedIn.account.walletId;
    await purchaseStore(db).begin(aPurchase({ walletId }));
  });

  /** The wallet, and how many entries of each kind it has. */
  async function balance() {
    const wallet = await db.selectFrom('wallets').selectAll().executeTakeFirstOrThrow();
    const entries = await db.selectFrom('entries').select('kind').orderBy('number').execute();
    const { available, held, owed } = wallet;
    return { available, held, owed, kinds: entries.map((entry) => entry.kind) };
  }

  test('500 deliveries of one payment, in parallel, shuffled and under many ids, grant once', async () => {
    const handler = forAnyone(
      receiveWebhook,
      receive,
      () => ({
        webhooks: stripeWebhooks({ secretKey: 'sk_test_unused', webhookSecret, siteOrigin }),
        purchases: purchaseStore(db),
      }),
      edgeOf().edge,
    );
    const events = [
      ['checkout.session.completed', aSession()],
      ['payment_intent.succeeded', aPayment()],
      ['checkout.session.async_payment_succeeded', aSession()],
      ['checkout.session.completed', aSession({ payment_status: 'unpaid' })],
      ['checkout.session.expired', aSession({ payment_status: 'unpaid' })],
    ] as const;
    const deliveries = Array.from({ length: 500 }, (_, index) => {
      const [type, object] = events[index % events.length] ?? events[0];
      // Every third event has an id of its own; the others share a few ids.
      const id = index % 3 === 0 ? `evt_own_${index}` : `evt_${index % 7}`;
      return deliveryOf(eventText(type, object, id), now, index % 2 === 0);
    });
    const deliver = async (delivery: (typeof deliveries)[number]): Promise<number> => {
      for (let retries = 0; retries < MAX_RETRIES; retries += 1) {
        const { status } = await call(handler, delivery);
        if (status !== 503) return status;
      }
      return 503;
    };
    const statuses = await Promise.all(shuffled(deliveries).map(deliver));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await balance()).toEqual({ available: 500, held: 0, owed: 0, kinds: ['grant'] });
    expect(await auditLedger(db)).toEqual([]);
  });

  test('refunds and disputes among them, in parallel and shuffled, take back the right credits', async () => {
    const all: readonly PaymentEvent[] = [
      paidEvent(),
      reversalEvent({ id: 're_1', amountMinor: 300 }),
      reversalEvent({ id: 're_2', amountMinor: 701 }),
      reversalEvent({ id: 're_2', amountMinor: 701, status: 'returned' }),
      reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status: 'announced' }),
      reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 1_700 }),
      reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 1_000, status: 'lost' }),
    ];
    const store = purchaseStore(db);
    const event = shuffled(Array.from({ length: 20 }, () => all).flat());
    const taken = await Promise.all(event.map((one) => store.apply(one, now)));
    expect(taken.filter(({ ok }) => !ok)).toEqual([]);
    const { available, held, owed } = await balance();
    expect({ available, held, owed }).toEqual({ available: 175, held: 0, owed: 0 });
    expect(await auditLedger(db)).toEqual([]);
    const page = await store.list(walletId, undefined);
    expect(page?.purchases).toMatchObject([{ id: purchaseId, reversedCredits: 325 }]);
  });

  test('the credits can be spent for a year from the payment, however long the page was open', async () => {
    const paidAt = new Date(now.getTime() + 1);
    await purchaseStore(db).apply(paidEvent(), paidAt);
    const lot = await db.selectFrom('lots').select('expires_at').executeTakeFirstOrThrow();
    expect(lot.expires_at).toEqual(packExpiry(paidAt));
  });

  test('a delivery that fails halfway stores nothing, and succeeds when it is repeated', async () => {
    const before = await storedRows(db);
    const breaking = purchaseStore(db, {
      newId: () => {
        throw new Error('the lights went out');
      },
      pacing: systemPacing,
    });
    await expect(breaking.apply(paidEvent(), now)).rejects.toThrow('the lights went out');
    expect(await storedRows(db)).toEqual(before);
    expect(await purchaseStore(db).apply(paidEvent(), now)).toEqual({ ok: true, isGranted: true });
    expect(await balance()).toMatchObject({ available: 500, kinds: ['grant'] });
  });

  test('a payment grants once, in any state of its purchase: the database stores its key apart', async () => {
    const store = purchaseStore(db);
    await store.apply(paidEvent(), now);
    await db.updateTable('purchases').set({ progress: 'open', payment_id: null }).execute();
    expect(await store.apply(paidEvent(), now)).toMatchObject({ ok: true });
    expect(await balance()).toMatchObject({ available: 500, kinds: ['grant'] });
    expect(await auditLedger(db)).toEqual([]);
  });

  test('events of a payment that was not ordered change no row', async () => {
    const store = purchaseStore(db);
    const before = await storedRows(db);
    const wrong = [
      paidEvent({ amountMinor: 1 }),
      paidEvent({ currency: 'CNY' }),
      { ...paidEvent(), purchaseId: '0195f0a0-0000-7000-8000-0000000000bb' },
    ];
    const taken = await Promise.all(wrong.map((one) => store.apply(one, now)));
    const codes = taken.map((one) => (one.ok ? undefined : one.code));
    expect(codes).toEqual(['amount_differs', 'currency_differs', 'purchase_not_found']);
    expect(await storedRows(db)).toEqual(before);
  });

  test('one payment for two purchases at once is applied to one, and is a mismatch for the other', async () => {
    const store = purchaseStore(db);
    const other = '0195f0a0-0000-7000-8000-0000000000bb';
    await store.begin(aPurchase({ id: other, walletId }));
    const told = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? paidEvent() : { ...paidEvent(), purchaseId: other },
    );
    const taken = await Promise.all(shuffled(told).map((event) => store.apply(event, now)));
    expect(taken.filter(({ ok }) => ok)).toHaveLength(10);
    const codes = taken.flatMap((one) => (one.ok ? [] : [one.code]));
    expect(codes).toEqual(Array.from({ length: 10 }, () => 'payment_of_another_purchase'));
    expect(await balance()).toMatchObject({ available: 500, kinds: ['grant'] });
    expect(await auditLedger(db)).toEqual([]);
  });

  test('a refund of another purchase’s payment changes no row', async () => {
    const store = purchaseStore(db);
    const other = '0195f0a0-0000-7000-8000-0000000000bb';
    await store.begin(aPurchase({ id: other, walletId }));
    await store.apply(paidEvent(), now);
    const before = await storedRows(db);
    const event = { ...reversalEvent(), purchaseId: other };
    const code = 'payment_of_another_purchase';
    expect(await store.apply(event, now)).toEqual({ ok: false, code });
    expect(await storedRows(db)).toEqual(before);
  });

  test('purchases are listed newest first, a page at a time, to their owner only', async () => {
    const store = purchaseStore(db);
    const idOf = (n: number) => `0195f0a0-0000-7000-8000-1000000000${String(n).padStart(2, '0')}`;
    for (let n = 0; n < 60; n += 1) await store.begin(aPurchase({ id: idOf(n), walletId }));
    const first = await store.list(walletId, undefined);
    expect(first?.hasMore).toBe(true);
    expect(first?.purchases.map(({ id }) => id)).toEqual(
      Array.from({ length: 50 }, (_, n) => idOf(59 - n)),
    );
    const second = await store.list(walletId, first?.purchases.at(-1)?.id);
    expect(second?.purchases.map(({ id }) => id)).toEqual([
      ...Array.from({ length: 10 }, (_, n) => idOf(9 - n)),
      purchaseId,
    ]);
    expect(second?.hasMore).toBe(false);
    const stranger = '0195f0a0-0000-7000-8000-0000000000cc';
    expect(await store.list(stranger, purchaseId)).toBeUndefined();
    expect(await store.list(stranger, undefined)).toEqual({ purchases: [], hasMore: false });
  });
});
