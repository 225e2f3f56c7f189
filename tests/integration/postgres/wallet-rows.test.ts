import { afterEach, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import {
  creditStore,
  ledgerStore,
} from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { maxOpenLots } from '../../../functions/domain/ledger/grant.ts';
import { availableCredits, owedCredits } from '../../../functions/domain/ledger/wallet.ts';
import { auditDatabase } from '../../support/audit.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { storeHolds } from '../../support/many-holds.ts';
import { aPurchase, paidEvent, reversalEvent } from '../../support/purchases.ts';
import { aSignIn, day, day0 } from '../../support/sign-ins.ts';
import { deleteRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const DAY_MS = 86_400_000;

describe.each(thoroughness.databases)('wallets on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);

  afterEach(async () => {
    expect(await auditDatabase(db)).toEqual([]);
  });

  async function newWallet(sub: string): Promise<string> {
    const result = await userStore(db).signIn(aSignIn(sub, { verified: false }));
    if (!result.ok) throw new Error(result.code);
    return result.account.walletId;
  }

  function give(walletId: string, key: string, amountCredits: number, days: number, now = day0) {
    const keyed = { idempotencyKey: key, actor: `operator of ${walletId}`, now };
    const lifeMs = days * DAY_MS;
    return ledgerStore(db).grant({ walletId, amountCredits, lifeMs, reason: key, keyed });
  }

  function holdOf(walletId: string, amountCredits: number, now: Date) {
    const keyed = { idempotencyKey: `hold at ${now.getTime()}`, actor: `test of ${walletId}`, now };
    const command = { walletId, amountCredits, lifeMs: 2 * DAY_MS, reference: 'run', keyed };
    return ledgerStore(db).hold(command);
  }

  function lotsOf(walletId: string) {
    return db.selectFrom('lots').where('wallet_id', '=', walletId).selectAll().execute();
  }

  test('a grant stores the expiries before it, and only those lots lose their remainder', async () => {
    const walletId = await newWallet('mixed');
    await give(walletId, 'short', 5, 1);
    await give(walletId, 'long', 7, 9);
    await give(walletId, 'later', 11, 20, day(2));
    const lots = await lotsOf(walletId);
    expect(Object.fromEntries(lots.map((lot) => [lot.reason, lot.remaining]))).toEqual({
      short: 0,
      long: 7,
      later: 11,
    });
    const { lots: open } = await creditStore(db).read(walletId, day(2));
    expect(open.map((lot) => lot.remainingCredits)).toEqual([7, 11]);
    const entries = await db
      .selectFrom('entries')
      .where('wallet_id', '=', walletId)
      .select(['kind', 'at'])
      .orderBy('number')
      .execute();
    expect(entries).toMatchObject([
      { kind: 'grant', at: day0 },
      { kind: 'grant', at: day0 },
      { kind: 'expire', at: day(1) },
      { kind: 'grant', at: day(2) },
    ]);
  });

  test('a wallet with too many lots refuses gifts, accepts purchases, and can be read and spent', async () => {
    const walletId = await newWallet('full');
    await give(walletId, 'first', 1, 9);
    const lot = await db
      .selectFrom('lots')
      .where('wallet_id', '=', walletId)
      .selectAll()
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: maxOpenLots - 1 }, () => ({ ...lot, id: newId(day0) }));
    await db.insertInto('lots').values(more).execute();
    const full = { ok: false, code: 'wallet_full' };
    expect(await give(walletId, 'one more', 1, 9)).toEqual({ ...full, replayed: false });
    expect(await give(walletId, 'one more', 1, 9)).toEqual({ ...full, replayed: true });
    expect(availableCredits(await creditStore(db).read(walletId, day0))).toBe(maxOpenLots);
    await purchaseStore(db).begin(aPurchase({ walletId, amountCredits: 5 }));
    expect(await purchaseStore(db).apply(paidEvent(), day0)).toMatchObject({ ok: true });
    const all = maxOpenLots + 5;
    const held = await holdOf(walletId, all, day0);
    if (!held.ok) throw new Error(held.code);
    expect(held.body).toMatchObject({ available: 0, held: all });
    const keyed = { idempotencyKey: 'release', actor: `test of ${walletId}`, now: day0 };
    const released = await ledgerStore(db).release({ holdId: held.body.id, keyed });
    expect(released).toMatchObject({ ok: true, body: { available: all, held: 0 } });
    await deleteRows(db);
  });

  test('the next purchase pays the debt of a lot with no credits left', async () => {
    const walletId = await newWallet('debtor');
    const store = purchaseStore(db);
    const [spent, next] = [newId(day0), newId(day0)];
    await store.begin(aPurchase({ id: spent, walletId, amountCredits: 10 }));
    await store.apply({ ...paidEvent(), purchaseId: spent }, day0);
    const held = await holdOf(walletId, 10, day0);
    if (!held.ok) throw new Error(held.code);
    const keyed = { idempotencyKey: 'capture', actor: `test of ${walletId}`, now: day0 };
    await ledgerStore(db).capture({ holdId: held.body.id, keyed });
    await store.apply({ ...reversalEvent({ amountMinor: 2_000 }), purchaseId: spent }, day0);
    expect(owedCredits(await creditStore(db).read(walletId, day0))).toBe(10);
    await store.begin(aPurchase({ id: next, walletId, amountCredits: 25 }));
    const secondPayment = { ...paidEvent(), purchaseId: next, paymentId: 'pi_2' };
    await store.apply(secondPayment, day0);
    const wallet = await creditStore(db).read(walletId, day0);
    expect([owedCredits(wallet), availableCredits(wallet)]).toEqual([0, 15]);
  });

  test('a hold that a command names is settled, however many others are due', async () => {
    const walletId = await newWallet('busy');
    await give(walletId, 'credits', 3_000, 9);
    await storeHolds(db, walletId, { count: 600, expiresAt: day(1) });
    const held = await holdOf(walletId, 7, day0);
    if (!held.ok) throw new Error(held.code);
    const keyed = { idempotencyKey: 'capture', actor: `test of ${walletId}`, now: day(1.5) };
    const captured = await ledgerStore(db).capture({ holdId: held.body.id, keyed });
    expect(captured).toMatchObject({ ok: true, body: { captured: 7, held: 201 } });
    const again = await holdOf(walletId, 2_993, day(1.5));
    expect(again).toMatchObject({ ok: true, body: { available: 0, held: 2_993 } });
  });

  test('all credits that many holds return to ended lots expire at once', async () => {
    const walletId = await newWallet('late');
    await give(walletId, 'credits', 300, 1);
    await storeHolds(db, walletId, { count: 300, expiresAt: day(2) });
    expect(await give(walletId, 'more', 1, 9, day(3))).toMatchObject({ body: { available: 1 } });
    expect(await creditStore(db).read(walletId, day(3))).toMatchObject({ entryCount: 902 });
  });

  test('an unknown wallet is a bug of the caller', async () => {
    const missing = '01957d2e-0000-7000-8000-000000000009';
    await expect(creditStore(db).read(missing, day0)).rejects.toThrow(`no wallet ${missing}`);
  });
});
