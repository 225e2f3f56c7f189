import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { creditStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sessionStore } from '../../../functions/adapters/postgres/session/session-store.ts';
import type { SignInResult } from '../../../functions/domain/account/sign-in.ts';
import { auditDatabase } from '../../support/audit.ts';
import { databaseKinds, databaseOfBlock } from '../../support/database.ts';
import { failingStatements } from '../../support/failing-statements.ts';
import { aSignIn, aTrial, day, day0, trialCredits } from '../../support/sign-ins.ts';
import { deleteRows, rowCounts } from '../../support/stored-rows.ts';

describe.each(databaseKinds)('sign-in on the %s database', (kind) => {
  const { db, client } = databaseOfBlock(kind);

  beforeEach(async () => {
    await deleteRows(db);
  });

  afterEach(async () => {
    expect(await auditDatabase(db)).toEqual([]);
  });

  test('the first sign-in stores a user, a session and a trial', async () => {
    const signIn = aSignIn('ada');
    const result = await userStore(db).signIn(signIn);
    expect(result).toEqual({
      ok: true,
      trial: 'granted',
      account: {
        profile: signIn.identity,
        walletId: expect.any(String),
        availableCredits: trialCredits,
      },
    });
    const stored = Object.entries(await rowCounts(db)).filter(([, count]) => count > 0);
    expect(Object.fromEntries(stored)).toEqual({
      users: 1,
      sessions: 1,
      used_id_tokens: 1,
      trials: 1,
      wallets: 1,
      lots: 1,
      entries: 1,
      idempotency_keys: 1,
      outbox: 1,
      rate_limits: 1,
    });
  });

  test('ten sign-ins at once of one person make one user, one trial and ten sessions', async () => {
    const signIns = Array.from({ length: 10 }, () => aSignIn('ada'));
    const results = await Promise.all(signIns.map((signIn) => userStore(db).signIn(signIn)));
    expect(creditsOf(results)).toEqual(Array.from({ length: 10 }, () => trialCredits));
    expect(await rowCounts(db)).toMatchObject({
      users: 1,
      wallets: 1,
      trials: 1,
      lots: 1,
      entries: 1,
      sessions: 10,
      used_id_tokens: 10,
    });
  });

  test('two subjects with one address share one trial, even at once', async () => {
    const email = 'ada@example.com';
    const results = await Promise.all([
      userStore(db).signIn(aSignIn('google|1', { email })),
      userStore(db).signIn(aSignIn('auth0|1', { email: ' Ada+two@Example.com ' })),
    ]);
    expect(creditsOf(results).toSorted((a, b) => a - b)).toEqual([0, trialCredits]);
    expect(await rowCounts(db)).toMatchObject({ users: 2, wallets: 2, trials: 1, lots: 1 });
  });

  test('an address that had its trial under its former key gets no second one', async () => {
    const email = 'a.da@googlemail.com';
    const { formerKey: key, ...trial } = aTrial(email, day0);
    const before = { trial: { ...trial, key, formerKey: key } };
    await userStore(db).signIn(aSignIn('ada-before', { email, change: before }));
    await userStore(db).signIn(aSignIn('ada-now', { email }));
    expect(await rowCounts(db)).toMatchObject({ users: 2, trials: 1, lots: 1 });
  });

  test('a person who changes the address gets no second trial, and leaves the new one unspent', async () => {
    const users = userStore(db);
    for (const [index, email] of ['one@example.com', 'two@example.com'].entries()) {
      const result = await users.signIn(aSignIn('ada', { email, now: day(index) }));
      expect(result).toMatchObject({ ok: true, account: { availableCredits: trialCredits } });
    }
    expect(await rowCounts(db)).toMatchObject({ users: 1, trials: 1, lots: 1, entries: 1 });
    const other = await users.signIn(aSignIn('bob', { email: 'two@example.com', now: day(2) }));
    expect(other).toMatchObject({ ok: true, account: { availableCredits: trialCredits } });
  });

  test('a person whose trial has expired gets no second one for another address', async () => {
    const users = userStore(db);
    await users.signIn(aSignIn('ada'));
    const later = await users.signIn(aSignIn('ada', { email: 'two@example.com', now: day(31) }));
    expect(later).toMatchObject({ ok: true, account: { availableCredits: 0 } });
    expect(await rowCounts(db)).toMatchObject({ trials: 1, lots: 1, entries: 2 });
  });

  test.each([
    ['who is new', false],
    ['who is known', true],
  ])('a person %s with ten addresses at once gets one trial', async (_who, isKnown) => {
    const users = userStore(db);
    if (isKnown) await users.signIn(aSignIn('ada', { verified: false }));
    const results = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        users.signIn(aSignIn('ada', { email: `ada-${index}@example.com`, now: day(1) })),
      ),
    );
    expect(creditsOf(results)).toEqual(Array.from({ length: 10 }, () => trialCredits));
    expect(await rowCounts(db)).toMatchObject({
      users: 1,
      wallets: 1,
      trials: 1,
      lots: 1,
      entries: 1,
    });
  });

  test('a person whose address had its trial elsewhere gets one for another address', async () => {
    const users = userStore(db);
    const email = 'ada@example.com';
    await users.signIn(aSignIn('google|1', { email }));
    const shared = await users.signIn(aSignIn('auth0|1', { email }));
    expect(shared).toMatchObject({ ok: true, account: { availableCredits: 0 } });
    const own = await users.signIn(aSignIn('auth0|1', { email: 'two@example.com', now: day(1) }));
    expect(own).toMatchObject({ ok: true, account: { availableCredits: trialCredits } });
    expect(await rowCounts(db)).toMatchObject({ users: 2, trials: 2, lots: 2 });
  });

  test('an address that is verified later gets its trial then, once', async () => {
    const users = userStore(db);
    const unverified = await users.signIn(aSignIn('ada', { verified: false }));
    expect(unverified).toMatchObject({ ok: true, account: { availableCredits: 0 } });
    for (const now of [day(1), day(2)]) {
      const verified = await users.signIn(aSignIn('ada', { now }));
      expect(verified).toMatchObject({ ok: true, account: { availableCredits: trialCredits } });
    }
    expect(await rowCounts(db)).toMatchObject({ users: 1, trials: 1, lots: 1, entries: 1 });
  });

  test('a token that was used before stores nothing', async () => {
    const first = aSignIn('ada');
    await userStore(db).signIn(first);
    const before = await rowCounts(db);
    const again = { ...aSignIn('ada', { now: day(1) }), idToken: first.idToken };
    expect(await userStore(db).signIn(again)).toEqual({ ok: false, code: 'token_replayed' });
    expect(await rowCounts(db)).toEqual(before);
  });

  test('one token used ten times at once starts one session', async () => {
    const { idToken } = aSignIn('ada');
    const signIns = Array.from({ length: 10 }, () => ({ ...aSignIn('ada'), idToken }));
    const results = await Promise.all(signIns.map((signIn) => userStore(db).signIn(signIn)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await rowCounts(db)).toMatchObject({ sessions: 1, used_id_tokens: 1 });
  });

  test('a later sign-in whose token has a similar hash deletes a token, and not before it is due', async () => {
    const hashes = { old: `ab${'0'.repeat(62)}`, live: `ab${'1'.repeat(62)}`, far: 'c'.repeat(64) };
    const users = userStore(db);
    await users.signIn(
      aSignIn('a', { change: { idToken: { hash: hashes.old, forgetAt: day(1) } } }),
    );
    await users.signIn(
      aSignIn('b', { change: { idToken: { hash: hashes.live, forgetAt: day(3) } } }),
    );
    await users.signIn(
      aSignIn('c', { change: { idToken: { hash: hashes.far, forgetAt: day(1) } } }),
    );
    const last = { hash: `ab${'f'.repeat(62)}`, forgetAt: day(4) };
    await users.signIn(aSignIn('d', { now: day(2), change: { idToken: last } }));
    const left = await db.selectFrom('used_id_tokens').select('token_hash').execute();
    expect(left.map((row) => row.token_hash).toSorted()).toEqual(
      [hashes.live, hashes.far, last.hash].toSorted(),
    );
  });

  test('a profile replaces the one before, and a missing field becomes absent', async () => {
    const users = userStore(db);
    await users.signIn(aSignIn('ada'));
    const identity = { sub: 'ada', nickname: 'A\u0000da', updated_at: '2026-03-02' };
    const result = await users.signIn(aSignIn('ada', { now: day(1), change: { identity } }));
    expect(result.ok && result.account.profile).toEqual({ ...identity, nickname: 'A\ufffdda' });
  });

  test.each(['a\u0000da', 'a\ud800da'])(
    'the subject %j, which Postgres cannot store, stores nothing and becomes nobody else',
    async (sub) => {
      const before = await rowCounts(db);
      const signIn = aSignIn('x', { change: { identity: { sub } } });
      await expect(userStore(db).signIn(signIn)).rejects.toThrow();
      expect(await rowCounts(db)).toEqual(before);
    },
  );

  test('a read leaves out an expired trial, and the next sign-in stores the expiry', async () => {
    const users = userStore(db);
    const first = await users.signIn(aSignIn('ada'));
    if (!first.ok) throw new Error('the sign-in was refused');
    const { walletId } = first.account;
    const lots = [{ remainingCredits: 0, expiredCredits: trialCredits }];
    expect(await creditStore(db).read(walletId, day(30))).toMatchObject({ entryCount: 2, lots });
    expect(await rowCounts(db)).toMatchObject({ entries: 1 });
    const later = await users.signIn(aSignIn('ada', { now: day(31) }));
    expect(later).toMatchObject({ ok: true, account: { availableCredits: 0 } });
    const entries = await db.selectFrom('entries').selectAll().orderBy('number').execute();
    expect(entries.map(({ kind, amount, at }) => ({ kind, amount, at }))).toEqual([
      { kind: 'grant', amount: trialCredits, at: day0 },
      { kind: 'expire', amount: -trialCredits, at: day(30) },
    ]);
  });

  test('a trial of an impossible size stores nothing at all', async () => {
    const trial = { ...aTrial('ada@example.com', day0), amountCredits: 0.5 };
    const signIn = aSignIn('ada', { change: { trial } });
    const before = await rowCounts(db);
    await expect(userStore(db).signIn(signIn)).rejects.toThrow('a trial of 0.5 credits');
    expect(await rowCounts(db)).toEqual(before);
  });

  test('a failure at any statement stores nothing, and the same sign-in succeeds later', async () => {
    const signIn = aSignIn('ada');
    const statements = failingStatements(() => undefined);
    await userStore(db.withPlugin(statements.plugin)).signIn(aSignIn('bob'));
    const stored = await rowCounts(db);
    expect(statements.seen()).toBeGreaterThan(10);
    for (let fatal = 1; fatal <= statements.seen(); fatal += 1) {
      const { plugin } = failingStatements((statement, moment) =>
        statement === fatal && moment === 'before' ? new Error(`statement ${fatal}`) : undefined,
      );
      const failing = userStore(db.withPlugin(plugin));
      await expect(failing.signIn(signIn)).rejects.toThrow(`statement ${fatal}`);
      expect(await rowCounts(db)).toEqual(stored);
    }
    expect(await userStore(db).signIn(signIn)).toMatchObject({ ok: true });
  });

  test('a session is found by its token, with its account as of then', async () => {
    const signIn = aSignIn('ada');
    await userStore(db).signIn(signIn);
    const sessions = sessionStore(client);
    expect(await sessions.find(signIn.session.tokenHash, day(1))).toMatchObject({
      id: expect.any(String),
      userId: expect.any(String),
      createdAt: day0,
      lastSeenAt: day0,
      expiresAt: day(7),
      account: {
        profile: signIn.identity,
        walletId: expect.any(String),
        availableCredits: trialCredits,
      },
    });
    const expired = await sessions.find(signIn.session.tokenHash, day(30));
    expect(expired?.account.availableCredits).toBe(0);
    expect(await sessions.find('unknown', day(1))).toBeUndefined();
  });

  test('a session slides from its last read time, once', async () => {
    const signIn = aSignIn('ada');
    await userStore(db).signIn(signIn);
    const sessions = sessionStore(client);
    const read = await sessions.find(signIn.session.tokenHash, day0);
    if (!read) throw new Error('the session is missing');
    await sessions.slide(read, day(0.5));
    await sessions.slide(read, day(0.7));
    const moved = await sessions.find(signIn.session.tokenHash, day(1));
    expect(moved?.lastSeenAt).toEqual(day(0.5));
  });

  test('a session that was ended is not revived by a slide, and ends alone', async () => {
    const [mine, other] = [aSignIn('ada'), aSignIn('ada')];
    await userStore(db).signIn(mine);
    await userStore(db).signIn(other);
    const sessions = sessionStore(client);
    const read = await sessions.find(mine.session.tokenHash, day0);
    if (!read) throw new Error('the session is missing');
    await sessions.end(mine.session.tokenHash);
    await sessions.end(mine.session.tokenHash);
    await sessions.slide(read, day(0.5));
    expect(await sessions.find(mine.session.tokenHash, day0)).toBeUndefined();
    expect(await sessions.find(other.session.tokenHash, day0)).toBeDefined();
  });
});

/** The available credits of each user after the sign-in; none for a refused one. */
function creditsOf(results: readonly SignInResult[]): readonly number[] {
  return results.flatMap((result) => (result.ok ? [result.account.availableCredits] : []));
}
