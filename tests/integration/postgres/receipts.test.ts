import { describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import type { PaymentEvent } from '../../../functions/domain/purchase/payments.ts';
import { expectNoGaps, paymentsOf } from '../../support/buyers.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { now } from '../../support/memory-stores.ts';
import { later, topUpWorld } from '../../support/top-up-world.ts';

const BUYERS = 200;

/** Several times as long as a buyer takes on a busy machine. */
const MAX_BUYER_MS = 1_000;

describe('receipts on many connections', () => {
  const { db } = databaseOfBlock('server', auditLedger);

  test(`of ${BUYERS} buyers who pay at once, told twice each, have no gap`, {
    timeout: BUYERS * MAX_BUYER_MS,
  }, async () => {
    const payments = await paymentsOf(db, BUYERS);
    const pay = (event: PaymentEvent) => purchaseStore(db).apply(event, now);
    await Promise.all([...payments, ...payments].map(pay));
    await expectNoGaps(db, now.getUTCFullYear());
    const counters = await db.selectFrom('receipt_counters').selectAll().execute();
    expect(counters).toEqual([{ series: 'R-2026', last: BUYERS }]);
  });
});

describe('receipts', () => {
  const { db } = databaseOfBlock('embedded', auditLedger);

  test('leave no gap where a payment fails, and begin anew with the year in UTC', async () => {
    const [first, second, third] = await paymentsOf(db, 3);
    if (!first || !second || !third) throw new Error('three buyers pay');
    const store = purchaseStore(db);
    const newId = () => {
      throw new Error('no room');
    };
    await expect(purchaseStore(db, { newId, pacing }).apply(first, now)).rejects.toThrow('no room');
    await store.apply(second, new Date('2026-12-31T23:59:59.999Z'));
    await store.apply(third, new Date('2027-01-01T00:00:00Z'));
    await store.apply(first, new Date('2027-01-01T00:00:00Z'));
    const rows = await db.selectFrom('purchases').select('receipt_number').execute();
    expect(rows.map(({ receipt_number }) => receipt_number).toSorted()).toEqual([
      ...['R-2026-00001', 'R-2027-00001', 'R-2027-00002'],
    ]);
  });

  test('have their number in the mail, also of a refund; only a debt that was paid is told', async () => {
    const world = await topUpWorld(db);
    await world.buy(false);
    await world.spend(525);
    await world.refund('20', 1);
    await world.buy(false, later(2));
    const rows = await db.selectFrom('outbox').select(['event', 'payload']).orderBy('id').execute();
    const facts = rows.flatMap(({ event, payload }) => {
      const { number, deducted } = JSON.parse(payload);
      return number === undefined ? [] : [[event, number, deducted]];
    });
    expect(facts).toEqual([
      ['receipt', 'R-2026-00001', 0],
      ['refund', 'R-2026-00001', undefined],
      ['receipt', 'R-2026-00002', 500],
    ]);
    const { purchases } = (await world.purchases.list(world.walletId, undefined)) ?? {};
    expect(purchases?.map(({ receiptNumber }) => receiptNumber)).toEqual([
      ...['R-2026-00002', 'R-2026-00001'],
    ]);
    await world.stripe.close();
  });
});

const pacing = { random: () => 0, wait: async () => {} };
