import { beforeEach, describe, expect, test } from 'vitest';
import { accountStore } from '../../../functions/adapters/postgres/account/account-store.ts';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { messageChoices } from '../../../functions/adapters/postgres/outbox/recipients.ts';
import { purchaseStore } from '../../../functions/adapters/postgres/purchase/purchase-store.ts';
import { sessionStore } from '../../../functions/adapters/postgres/session/session-store.ts';
import { fingerprintsOf } from '../../../functions/domain/account/departure.ts';
import type { SignIn } from '../../../functions/domain/account/sign-in.ts';
import type { StoredSession } from '../../../functions/domain/session/session.ts';
import { exportLimits } from '../../../src/contract/export.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { failingStatements } from '../../support/failing-statements.ts';
import { storeHolds } from '../../support/many-holds.ts';
import { aPurchase, paidEvent, reversalEvent } from '../../support/purchases.ts';
import { aSignIn, day, day0, trialCredits, trialKeySecret } from '../../support/sign-ins.ts';
import { deleteRows, rowCounts, storedRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const DAY_MS = 86_400_000;

/** How many deletions run beside a sign-in, one after another. */
const ROUNDS = 20;

describe.each(thoroughness.databases)('accounts on the %s database', (kind) => {
  const { db, client } = databaseOfBlock(kind);

  beforeEach(() => deleteRows(db));

  async function begin(signIn: SignIn = aSignIn('ada')): Promise<StoredSession> {
    await userStore(db).signIn(signIn);
    const session = await sessionStore(client).find(signIn.session.tokenHash, signIn.now);
    if (!session) throw new Error('the session is missing');
    return session;
  }

  /** A user whose account is deleted, and the time of the deletion. */
  function leaving({ userId, account: { walletId, profile } }: StoredSession) {
    const fingerprints = fingerprintsOf(profile, trialKeySecret);
    return { userId, walletId, fingerprints, now: day0 };
  }

  function remove(session: StoredSession) {
    return accountStore(db).remove(leaving(session));
  }

  function read({ userId, account: { walletId } }: StoredSession, now: Date) {
    return accountStore(db).read({ userId, walletId, now });
  }

  test('are read with everything that we store, as of now', async () => {
    const session = await begin();
    const { walletId } = session.account;
    await begin(aSignIn('bob'));
    const keyed = (idempotencyKey: string) => ({ idempotencyKey, actor: 'test', now: day(1) });
    const hold = { walletId, amountCredits: 21, lifeMs: DAY_MS, reference: 'run 7' };
    const held = await ledgerStore(db).hold({ ...hold, keyed: keyed('hold') });
    if (!held.ok) throw new Error(held.code);
    await ledgerStore(db).capture({ holdId: held.body.id, keyed: keyed('capture') });
    const purchases = purchaseStore(db);
    await purchases.begin(aPurchase({ walletId }));
    await purchases.apply(paidEvent(), day(2));
    await purchases.apply(reversalEvent(), day(3));
    const messages = { unwanted: ['runs'], lowMark: 3, language: 'zh' } as const;
    await messageChoices(db).save(walletId, messages);
    expect(await read(session, day(31))).toMatchObject({
      id: session.userId,
      profile: { sub: 'ada', email: 'ada@example.com' },
      createdAt: day0,
      savedAt: day0,
      sessions: [{ id: session.id, userAgent: 'Test/1.0' }],
      devices: ['?/?'],
      trialGrantedAt: day0,
      wallet: { id: walletId, entryCount: 6 },
      lots: [
        { source: 'purchase', remainingCredits: 250, refundedCredits: 250 },
        { source: 'trial', remainingCredits: 0, expiredCredits: 4 },
      ],
      holds: [{ id: held.body.id, state: 'captured', reference: 'run 7' }],
      entries: [
        { kind: 'expire', amountCredits: -4 },
        { kind: 'refund', amountCredits: -250 },
        { kind: 'grant', amountCredits: 500 },
        { kind: 'capture', amountCredits: -21 },
        { kind: 'hold' },
        { kind: 'grant', amountCredits: trialCredits },
      ],
      purchases: [{ progress: 'paid', reversals: [{ id: 're_1' }] }],
      messages,
      notices: expect.arrayContaining([
        { event: 'balance_low', createdAt: day(1) },
        { event: 'trial_granted', createdAt: day0 },
      ]),
    });
  });

  test('are read up to a limit, and one item more shows that there are more', async () => {
    const session = await begin(aSignIn('ada', { verified: false }));
    const { walletId } = session.account;
    const empty = await read(session, day0);
    expect(empty).toMatchObject({ lots: [], holds: [], entries: [], purchases: [], notices: [] });
    expect(empty).not.toHaveProperty('trialGrantedAt');
    const keyed = { idempotencyKey: 'gift', actor: 'test', now: day0 };
    const gift = { walletId, amountCredits: 10_000, lifeMs: 90 * DAY_MS, reason: 'gift' };
    await ledgerStore(db).grant({ ...gift, keyed });
    await storeHolds(db, walletId, { count: 5_000, expiresAt: day(80) });
    const account = await read(session, day(1));
    expect(account?.entries).toHaveLength(exportLimits.entries + 1);
    expect(account?.entries[0]).toMatchObject({ number: 5_001 });
    expect(account?.holds).toHaveLength(exportLimits.holds + 1);
  });

  test('are deleted with their sessions; the ledger and the trial stay', async () => {
    const session = await begin();
    await begin();
    const other = await begin(aSignIn('bob'));
    const { wallets, lots, entries, trials } = await storedRows(db);
    await remove(session);
    await remove(session);
    const after = await storedRows(db);
    expect(after).toMatchObject({ wallets, lots, entries, trials });
    expect(await rowCounts(db)).toMatchObject({ users: 1, sessions: 1 });
    // One message is still to be sent to the address: that the account is deleted. It is cleared then.
    const { outbox = [], ...rest } = after;
    expect(outbox.filter((row) => /\bada\b/.test(row))).toMatchObject([
      expect.stringContaining('account_deleted'),
    ]);
    expect(JSON.stringify(rest)).not.toMatch(/\bada\b/);
    expect(await read(session, day0)).toBeUndefined();
    expect(await read(other, day0)).toMatchObject({ profile: { sub: 'bob' } });
    expect(await auditLedger(db)).toEqual([]);
  });

  test('are new when their owner returns, and get no second trial', async () => {
    const session = await begin();
    await remove(session);
    const again = await begin(aSignIn('ada', { now: day(1) }));
    expect(again.userId).not.toBe(session.userId);
    expect(again.account.walletId).not.toBe(session.account.walletId);
    expect(again.account.availableCredits).toBe(0);
    expect(await rowCounts(db)).toMatchObject({ users: 1, trials: 1, wallets: 2, lots: 1 });
  });

  test('stay whole when a statement of the deletion fails', async () => {
    const session = await begin();
    const before = await storedRows(db);
    for (const fatal of [1, 2, 3, 4, 5]) {
      const { plugin } = failingStatements((statement) =>
        statement === fatal ? new Error(`statement ${fatal} fails`) : undefined,
      );
      const failing = accountStore(db.withPlugin(plugin));
      await expect(failing.remove(leaving(session))).rejects.toThrow('fails');
      expect(await storedRows(db)).toEqual(before);
    }
  });

  test('leave no session behind when the user signs in meanwhile', async () => {
    let outlived = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const leaver = await begin();
      const { userId } = leaver;
      const signIns = Array.from({ length: 3 }, () => aSignIn('ada'));
      const [, ...results] = await Promise.all([
        remove(leaver),
        ...signIns.map((signIn) => userStore(db).signIn(signIn)),
      ]);
      expect(results.map((result) => result.ok)).toEqual([true, true, true]);
      const users = await db.selectFrom('users').select(['id', 'sub']).execute();
      const sessions = await db.selectFrom('sessions').select('user_id').execute();
      for (const session of sessions) expect(session.user_id).toBe(users[0]?.id);
      expect(users.map(({ id }) => id)).not.toContain(userId);
      expect(users.length).toBe(sessions.length > 0 ? 1 : 0);
      outlived += users.length;
    }
    expect(await rowCounts(db)).toMatchObject({ trials: 1, lots: 1 });
    expect(outlived).toBeGreaterThan(0);
    expect(await auditLedger(db)).toEqual([]);
  });
});
