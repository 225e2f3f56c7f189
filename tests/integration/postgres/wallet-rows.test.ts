import type { Kysely } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { answerOnce } from '../../../functions/adapters/postgres/answer-once.ts';
import { creditStore } from '../../../functions/adapters/postgres/credit-store.ts';
import { closeDatabases, database } from '../../../functions/adapters/postgres/database.ts';
import { newId } from '../../../functions/adapters/postgres/ids.ts';
import { migrate } from '../../../functions/adapters/postgres/migrate.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema.ts';
import { transact } from '../../../functions/adapters/postgres/transact.ts';
import { userStore } from '../../../functions/adapters/postgres/user-store.ts';
import {
  insertLot,
  readWallet,
  writeWallet,
} from '../../../functions/adapters/postgres/wallet-rows.ts';
import { availableCredits, expire, grant } from '../../../functions/domain/ledger.ts';
import { auditDatabase } from '../../support/audit.ts';
import { databaseKinds, type EmptyDatabase, emptyDatabases } from '../../support/database.ts';
import { aSignIn, day, day0 } from '../../support/sign-ins.ts';

describe.each(databaseKinds)('wallets on the %s database', (kind) => {
  let home: EmptyDatabase;
  let db: Kysely<Schema>;

  beforeAll(async () => {
    home = await emptyDatabases[kind]();
    db = database(home);
    await migrate(db);
  });

  afterAll(async () => {
    await closeDatabases();
    await home.remove();
  });

  afterEach(async () => {
    expect(await auditDatabase(db)).toEqual([]);
  });

  async function newWallet(sub: string): Promise<string> {
    const result = await userStore(db).signIn(aSignIn(sub, { verified: false }));
    if (!result.ok) throw new Error(result.code);
    return result.account.walletId;
  }

  function give(walletId: string, key: string, amountCredits: number, expiresAt: Date, now = day0) {
    return transact(db, (trx) =>
      answerOnce(trx, { walletId, key, hash: key, now }, async () => {
        const before = await readWallet(trx, walletId);
        const expired = expire(before, now);
        const origin = { reference: key, actor: 'operator:mo' };
        const command = {
          ...origin,
          lotId: newId(now),
          source: 'operator',
          idempotencyKey: key,
        } as const;
        const granted = grant(expired.wallet, { ...command, amountCredits, expiresAt, now });
        if (!granted.ok) throw new Error(granted.code);
        await insertLot(trx, walletId, granted.lot, origin);
        const entries = [...expired.entries, ...granted.entries];
        await writeWallet(trx, { before, after: granted.wallet, entries, now });
        return 'given';
      }),
    );
  }

  test('ten grants at once to one wallet are all there, numbered without a gap', async () => {
    const walletId = await newWallet('many');
    await Promise.all(
      Array.from({ length: 10 }, (_, index) => give(walletId, `${index}`, 3, day(9))),
    );
    const wallet = await creditStore(db).read(walletId, day0);
    expect(wallet.entryCount).toBe(10);
    expect(availableCredits(wallet)).toBe(30);
  });

  test('the same grant ten times at once is there once', async () => {
    const walletId = await newWallet('once');
    await Promise.all(Array.from({ length: 10 }, () => give(walletId, 'key', 3, day(9))));
    expect(availableCredits(await creditStore(db).read(walletId, day0))).toBe(3);
  });

  test('a grant writes what expired before it, and only that lot loses its remainder', async () => {
    const walletId = await newWallet('mixed');
    await give(walletId, 'short', 5, day(1));
    await give(walletId, 'long', 7, day(9));
    await give(walletId, 'later', 11, day(20), day(2));
    const lots = await db
      .selectFrom('lots')
      .where('wallet_id', '=', walletId)
      .selectAll()
      .execute();
    expect(Object.fromEntries(lots.map((lot) => [lot.reference, lot.remaining]))).toEqual({
      short: 0,
      long: 7,
      later: 11,
    });
    const { lots: open } = await creditStore(db).read(walletId, day(2));
    expect(open.map((lot) => lot.remainingCredits)).toEqual([7, 11]);
  });

  test('a wallet that does not exist is a defect of the caller', async () => {
    const missing = '01957d2e-0000-7000-8000-000000000009';
    await expect(creditStore(db).read(missing, day0)).rejects.toThrow(`no wallet ${missing}`);
  });
});
