import { describe, expect, test } from 'vitest';
import { accountStore } from '../../../functions/adapters/postgres/account/account-store.ts';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { systemTools } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { fingerprintsOf } from '../../../functions/domain/account/departure.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aPurchase, paidEvent, purchaseId, reversalEvent } from '../../support/purchases.ts';
import { aSignIn, day, day0, trialKeySecret } from '../../support/sign-ins.ts';
import { thoroughness } from '../../support/thoroughness.ts';

describe.each(thoroughness.databases)('an account deleted on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind, auditLedger);

  async function signIn(sub: string, options: Parameters<typeof aSignIn>[1] = {}) {
    const result = await userStore(db).signIn(aSignIn(sub, options));
    if (!result.ok) throw new Error(result.code);
    return result.account;
  }

  async function leave({ profile, walletId }: Awaited<ReturnType<typeof signIn>>, now = day0) {
    const users = db.selectFrom('users').where('wallet_id', '=', walletId).select('id');
    const { id: userId } = await users.executeTakeFirstOrThrow();
    const fingerprints = fingerprintsOf(profile, trialKeySecret);
    await accountStore(db).remove({ userId, walletId, fingerprints, now });
  }

  const ledger = () => ledgerStore(db, { ...systemTools, secret: trialKeySecret });
  const keyed = (idempotencyKey: string) => ({ idempotencyKey, actor: 'service a', now: day0 });

  async function hold(walletId: string, amountCredits: number, key = 'hold') {
    const command = { walletId, amountCredits, lifeMs: 60_000, reference: '', keyed: keyed(key) };
    const held = await ledger().hold(command);
    if (!held.ok) throw new Error(held.code);
    return held.body;
  }

  /** Somebody who bought 500 credits and spent 524, the trial among them. */
  async function spender(options: Parameters<typeof aSignIn>[1] = {}) {
    const account = await signIn('ada', options);
    await purchaseStore(db).begin(aPurchase({ walletId: account.walletId }));
    await purchaseStore(db).apply(paidEvent(), day0);
    const { id: holdId } = await hold(account.walletId, 524);
    await ledger().capture({ holdId, keyed: keyed('capture') });
    return account;
  }

  const lost = reversalEvent({ id: 'dp_1', kind: 'dispute', amountMinor: 2_000, status: 'lost' });

  const owedBy = async (walletId: string) => {
    const sums = db.selectFrom('wallets').where('id', '=', walletId).select('owed');
    return (await sums.executeTakeFirstOrThrow()).owed;
  };

  test.each([
    ['by the same subject', 'ada', {}],
    ['by the same address under another subject', 'google|7', { email: 'Ada+x@example.com' }],
  ])('comes back with its debt %s', async (_how, sub, options) => {
    const ada = await spender();
    await purchaseStore(db).apply(lost, day0);
    expect(await owedBy(ada.walletId)).toBe(499);
    await leave(ada);
    const back = await signIn(sub, options);
    expect(back.walletId).toBe(ada.walletId);
    expect(await owedBy(back.walletId)).toBe(499);
    expect(await db.selectFrom('departures').selectAll().execute()).toEqual([]);
  });

  test('comes back with a debt that a dispute made after the deletion', async () => {
    const ada = await spender();
    await leave(ada);
    await purchaseStore(db).apply(lost, day(30));
    const back = await signIn('ada', { now: day(179) });
    expect(back.walletId).toBe(ada.walletId);
    expect(await owedBy(back.walletId)).toBe(499);
  });

  test('comes back at once while a bank may still take back what was paid', async () => {
    const ada = await spender();
    await leave(ada);
    expect((await signIn('ada')).walletId).toBe(ada.walletId);
  });

  test('leaves nothing behind when no money can move any more', async () => {
    const ada = await spender();
    await leave(ada);
    const back = await signIn('ada', { now: day(181) });
    expect(back.walletId).not.toBe(ada.walletId);
    expect(back.availableCredits).toBe(0);
  });

  test('leaves nothing behind when nothing was bought', async () => {
    const ada = await signIn('ada');
    await leave(ada);
    expect((await signIn('ada')).walletId).not.toBe(ada.walletId);
  });

  test('does not give its debt to whoever claims its address without having it', async () => {
    const ada = await spender();
    await purchaseStore(db).apply(lost, day0);
    await leave(ada);
    const other = await signIn('mallory', { email: 'ada@example.com', verified: false });
    expect(other.walletId).not.toBe(ada.walletId);
  });

  test('goes to one of two who come back at once', async () => {
    const ada = await spender();
    await leave(ada);
    const same = { email: 'ada@example.com' };
    const both = await Promise.all([signIn('ada', same), signIn('google|7', same)]);
    const wallets = both.map(({ walletId }) => walletId);
    expect(new Set(wallets).size).toBe(2);
    expect(wallets).toContain(ada.walletId);
  });

  test('owes the refund of a payment that comes afterwards, once', async () => {
    const ada = await signIn('ada');
    await purchaseStore(db).begin(aPurchase({ walletId: ada.walletId }));
    await leave(ada);
    const applied = await purchaseStore(db).apply(paidEvent(), day(1));
    expect(applied).toEqual({ ok: true, isGranted: false });
    await purchaseStore(db).apply(paidEvent(), day(2));
    expect(await db.selectFrom('owed_refunds').selectAll().execute()).toMatchObject([
      { purchase_id: purchaseId, payment_id: 'pi_1', amount_minor: 2_000, state: 'owed' },
    ]);
  });

  test('that is deleted while the payment comes loses no money', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ada = await signIn(`ada-${round}`);
      const id = crypto.randomUUID();
      await purchaseStore(db).begin(aPurchase({ id, walletId: ada.walletId }));
      const paid = { ...paidEvent(), purchaseId: id, paymentId: `pi_${round}` };
      const [applied] = await Promise.all([purchaseStore(db).apply(paid, day0), leave(ada)]);
      const owed = db.selectFrom('owed_refunds').where('purchase_id', '=', id).selectAll();
      expect(await owed.execute()).toHaveLength(applied.ok && applied.isGranted ? 0 : 1);
    }
  });
});
