import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aPurchase, paidEvent, reversalEvent } from '../../support/purchases.ts';
import { day } from '../../support/sign-ins.ts';
import { storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

/** The statement that breaks the purchase, and the words of the finding. */
const breaches: readonly (readonly [words: RegExp, statement: string])[] = [
  [/^249 credits of purchase .* took 0 and forgave 250$/, 'update purchases set taken_back = 249'],
  [/says refunded 1, not 0$/, "update lots set refunded = 1 where source = 'purchase'"],
  [/says expired 176, not 175$/, 'update lots set expired = expired + 1 where expired > 0'],
  [/^entry \d follows entry \d \(1 missing\)$/, "delete from entries where kind = 'expire'"],
  [/^lot .* is gone, and entries name it$/, 'delete from lots'],
  [/^249 of the 500 credits of .* disputes take 250$/, 'update purchases set taken_back = 249'],
  [/^250 of the 500 .* disputes take 0$/, "update reversals set standing = 'announced'"],
  [/^250 of the 500 .* disputes take 325$/, "update reversals set standing = 'lost'"],
  [/^250 of the 500 .* disputes take 0$/, 'delete from reversals'],
  [/^purchase .* of 500 is closed, and 500 were/, "update purchases set progress = 'closed'"],
];

describe.each(thoroughness.databases)('the audit of a purchase on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let walletId: string;

  beforeAll(async () => {
    walletId = await storeWallet(db);
    const store = purchaseStore(db);
    await store.begin(aPurchase({ walletId }));
    // A part is taken back; the rest expires; a dispute forgives a part of that; the first refund
    // fails.
    await store.apply(paidEvent(), day(0));
    await store.apply(reversalEvent({ id: 're_1', amountMinor: 300 }), day(1));
    await store.apply(reversalEvent({ id: 'dp_1', kind: 'dispute' }), day(400));
    const returned = reversalEvent({ id: 're_1', amountMinor: 300, status: 'returned' });
    await store.apply(returned, day(401));
  });

  test('accepts credits that refunds took, forgave and returned', async () => {
    const lots = await db.selectFrom('lots').selectAll().orderBy('granted_at').execute();
    expect(lots).toMatchObject([
      { source: 'purchase', remaining: 0, expired: 175, refunded: 0 },
      { source: 'refund_reversed', remaining: 75, expired: 0, refunded: 0 },
    ]);
    const { taken_back: takenBack } = await db
      .selectFrom('purchases')
      .select('taken_back')
      .executeTakeFirstOrThrow();
    expect(takenBack).toBe(250);
    expect(await auditLedger(db)).toEqual([]);
  });

  test.each(breaches)('finds the breach %s after: %s', async (words, statement) => {
    const trx = await db.startTransaction().execute();
    try {
      await sql.raw(statement).execute(trx);
      const sentence = expect.stringMatching(words);
      expect(await auditLedger(trx)).toContainEqual(
        expect.objectContaining({ walletId, sentence }),
      );
    } finally {
      await trx.rollback().execute();
    }
  });
});
