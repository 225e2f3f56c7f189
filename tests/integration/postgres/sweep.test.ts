import { describe, expect, test } from 'vitest';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import { sweepStore } from '../../../functions/adapters/postgres/ledger/sweep-store.ts';
import {
  resultStore,
  runSweepStore,
} from '../../../functions/adapters/postgres/run/result-store.ts';
import { runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import { uploadSweepStore } from '../../../functions/adapters/postgres/upload/upload-store.ts';
import { sweep } from '../../../functions/schedules/sweep.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { aSignIn, day, day0 } from '../../support/sign-ins.ts';
import { storedRows } from '../../support/stored-rows.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const minutes = (count: number) => new Date(day0.getTime() + count * 60_000);

describe.each(thoroughness.databases)('the sweep of the %s database', (kind) => {
  const { db } = databaseOfBlock(kind, auditLedger);

  async function newWallet(sub: string): Promise<string> {
    const result = await userStore(db).signIn(aSignIn(sub));
    if (!result.ok) throw new Error(result.code);
    return result.account.walletId;
  }

  async function holdOn(walletId: string, amountCredits: number, lifeMinutes: number) {
    const keyed = {
      idempotencyKey: `hold-${amountCredits}-${walletId}`,
      actor: 'service a',
      now: day0,
    };
    const lifeMs = lifeMinutes * 60_000;
    await ledgerStore(db).hold({ walletId, amountCredits, lifeMs, reference: '', keyed });
  }

  const sumsOf = (walletId: string) =>
    db
      .selectFrom('wallets')
      .where('id', '=', walletId)
      .select(['available', 'held'])
      .executeTakeFirstOrThrow();

  const run = (now: Date) =>
    sweep(now, {
      sweeps: sweepStore(db),
      runSweeps: runSweepStore(db),
      results: resultStore(db),
      uploads: uploadSweepStore(db, { remove: async () => undefined }),
    });

  test('releases the holds that are due, and only those (rule 5)', async () => {
    const [one, other] = [await newWallet('ada'), await newWallet('bob')];
    await holdOn(one, 5, 5);
    await holdOn(one, 6, 60);
    await holdOn(other, 7, 60);
    expect(await run(minutes(5))).toMatchObject({ numbers: { holds: 1 } });
    expect(await sumsOf(one)).toEqual({ available: 19, held: 6 });
    expect(await sumsOf(other)).toEqual({ available: 18, held: 7 });
    expect(await run(minutes(6))).toMatchObject({ numbers: { holds: 0 } });
  });

  test('expires lots, once for a wallet with due holds and due lots', async () => {
    const walletId = await newWallet('ada');
    await holdOn(walletId, 5, 60);
    // The parts run side by side: either may come to the wallet first, and then does it all.
    const { numbers } = await run(day(30));
    expect((numbers.holds ?? 0) + (numbers.lots ?? 0)).toBeGreaterThan(0);
    expect(await sumsOf(walletId)).toEqual({ available: 0, held: 0 });
    const kinds = await db.selectFrom('entries').select('kind').orderBy('number').execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(['grant', 'hold', 'release', 'expire']);
  });

  test.each([30, 400])('expires on day %i the lots of a wallet without holds', async (number) => {
    const walletId = await newWallet('ada');
    expect(await run(day(number))).toMatchObject({ numbers: { lots: 1 } });
    expect(await sumsOf(walletId)).toEqual({ available: 0, held: 0 });
  });

  test('goes round wallets that fail, run after run, and keeps trying them', async () => {
    const wallets: string[] = [];
    for (let index = 0; index < 75; index += 1) wallets.push(await newWallet(`user-${index}`));
    const broken = wallets.slice(0, 45);
    const lots = db.selectFrom('lots').where('remaining', '>', 0).select('wallet_id');
    const { settle, ...real } = sweepStore(db).lots;
    const failing = async (walletId: string, now: Date) => {
      if (broken.includes(walletId)) throw new Error('this wallet is broken');
      await settle(walletId, now);
    };
    const sweeps = { ...sweepStore(db), lots: { ...real, settle: failing } };
    const uploads = uploadSweepStore(db, { remove: async () => undefined });
    const deps = { sweeps, runSweeps: runSweepStore(db), results: resultStore(db), uploads };
    for (let runs = 0; runs < 4; runs += 1) await sweep(day(30), deps);
    expect((await lots.execute()).map((lot) => lot.wallet_id).toSorted()).toEqual(
      broken.toSorted(),
    );
    for (let runs = 0; runs < 2; runs += 1) await run(day(30));
    expect(await lots.execute()).toEqual([]);
  });

  test('changes nothing when it is repeated, or when nothing is due', async () => {
    await holdOn(await newWallet('ada'), 5, 5);
    const before = await storedRows(db);
    await run(minutes(4));
    expect(await storedRows(db)).toEqual(before);
    await run(minutes(5));
    const after = await storedRows(db);
    await run(minutes(5));
    expect(await storedRows(db)).toEqual(after);
  });

  test('at once with another sweep does each thing once', async () => {
    const wallets = [await newWallet('ada'), await newWallet('bob'), await newWallet('cyd')];
    for (const walletId of wallets) await holdOn(walletId, 5, 5);
    const runs = await Promise.all([run(minutes(5)), run(minutes(5)), run(minutes(5))]);
    expect(runs).toMatchObject(runs.map(() => ({ counts: { SweepFailures: 0 } })));
    const released = await db
      .selectFrom('entries')
      .where('kind', '=', 'release')
      .select('wallet_id')
      .execute();
    expect(released).toHaveLength(3);
  });

  test('deletes sessions that have expired, and only those', async () => {
    await newWallet('ada');
    await userStore(db).signIn(aSignIn('bob', { now: minutes(1) }));
    expect(await run(day(7))).toMatchObject({ numbers: { sessions: 1 } });
    expect(await db.selectFrom('sessions').select('user_id').execute()).toHaveLength(1);
    expect(await run(day(6))).toMatchObject({ numbers: { sessions: 0 } });
  });

  describe('of runs', () => {
    /** A run of that wallet that has succeeded, with a file. */
    async function storedRun(walletId: string, idempotencyKey: string): Promise<string> {
      const begun = await beginRun(walletId, idempotencyKey);
      await resultStore(db).put(begun.id, 'a.txt', Buffer.from('hello'));
      await runStore(db).succeed(begun, { result: [], amountCredits: 1, now: day0 });
      return begun.id;
    }

    async function beginRun(walletId: string, idempotencyKey: string) {
      const asked = { walletId, flowId: 'echo', amountCredits: 1, inputHash: '', timeoutMs: 1 };
      const begun = await runStore(db).begin({ ...asked, idempotencyKey, now: day0 });
      if (!begun.ok) throw new Error(begun.code);
      return begun.body;
    }

    test('deletes results after seven days, and keeps the runs', async () => {
      const walletId = await newWallet('ada');
      const id = await storedRun(walletId, 'one');
      expect(await run(day(6.9))).toMatchObject({ numbers: { results: 0 } });
      expect(await resultStore(db).get(id, 'a.txt')).toBeDefined();
      expect(await run(day(7))).toMatchObject({ numbers: { results: 1 } });
      expect(await resultStore(db).get(id, 'a.txt')).toBeUndefined();
      expect(await runStore(db).find(walletId, id, day(7))).toMatchObject({ status: 'succeeded' });
      expect(await run(day(7))).toMatchObject({ numbers: { results: 0 } });
    });

    test('keeps the runs of a user who has come back', async () => {
      const walletId = await newWallet('ada');
      const kept = await storedRun(walletId, 'one');
      await db
        .insertInto('erasures')
        .values({ wallet_id: walletId, asked_at: minutes(-1) })
        .execute();
      expect(await run(day0)).toMatchObject({ numbers: { orphans: 0 } });
      expect(await runStore(db).find(walletId, kept, day0)).toBeDefined();
      expect(await db.selectFrom('erasures').selectAll().execute()).toEqual([]);
    });

    test('deletes the runs of deleted users, once they have ended, and nobody else’s', async () => {
      const [gone, other] = [await newWallet('ada'), await newWallet('bob')];
      await storedRun(gone, 'one');
      await beginRun(gone, 'two');
      const kept = await storedRun(other, 'one');
      await db.insertInto('erasures').values({ wallet_id: gone, asked_at: day0 }).execute();
      expect(await run(day0)).toMatchObject({ numbers: { orphans: 1 } });
      expect(await run(minutes(2))).toMatchObject({ numbers: { orphans: 1 } });
      expect(await run(minutes(2))).toMatchObject({ numbers: { orphans: 0 } });
      const left = await Promise.all([
        db.selectFrom('runs').select('id').execute(),
        db.selectFrom('run_files').select('run_id as id').execute(),
        db.selectFrom('erasures').select('wallet_id as id').execute(),
      ]);
      expect(left).toEqual([[{ id: kept }], [{ id: kept }], []]);
    });
  });
});
