import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { readUpToDate } from '../../../functions/adapters/postgres/ledger/change-wallet.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import {
  resultStore,
  runSweepStore,
} from '../../../functions/adapters/postgres/run/result-store.ts';
import { findRunByKey, runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import { availableCredits, heldCredits } from '../../../functions/domain/ledger/wallet.ts';
import type { Flow } from '../../../functions/flows/flow.ts';
import { type RunTools, runCharged } from '../../../functions/flows/run-charged.ts';
import { cancelByKey } from '../../../functions/runs/cancel.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { testProcesses } from '../../support/flow-program.ts';
import { at } from '../../support/ledger-commands.ts';
import { chorus, noUploads } from '../../support/runs.ts';
import { storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const HOUR_MS = 3_600_000;
const CREDITS = 40;

const { work, slots, close } = testProcesses();
afterAll(close);

/** Ten texts, of which the third is refused and the eighth runs into an error. */
const ten = ['a', 'b', 'refuse', 'd', 'e', 'f', 'g', 'break', 'i', 'j'];

describe.each(thoroughness.databases)('runs of a list on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let walletId: string;

  beforeEach(async () => {
    walletId = await storeWallet(db);
    const keyed = { idempotencyKey: `gift-${walletId}`, actor: 'test', now: at(0) };
    const gift = { walletId, amountCredits: CREDITS, lifeMs: 99 * HOUR_MS, reason: 'a test' };
    await ledgerStore(db).grant({ ...gift, keyed });
  });

  /** @param stepMs how much later it is at each look at the clock */
  function run(
    texts: readonly string[],
    stepMs = 0,
    { flow = chorus, ...changes }: Partial<RunTools> & { readonly flow?: Flow } = {},
  ) {
    let looks = 0;
    const clock = () => {
      looks += 1;
      return new Date(at(1).getTime() + looks * stepMs);
    };
    const results = resultStore(db);
    const tools = { runs: runStore(db), results, clock, work, slots, uploads: noUploads };
    const asked = { walletId, flow, input: { texts }, idempotencyKey: 'key', now: at(1) };
    return runCharged({ ...asked, shownCredits: undefined }, { ...tools, ...changes });
  }

  const sums = (now = at(1)) =>
    readUpToDate(db, { walletId, now }, async (_trx, wallet) => [
      availableCredits(wallet),
      heldCredits(wallet),
    ]);

  async function files(): Promise<number> {
    const mine = db.selectFrom('runs').where('wallet_id', '=', walletId).select('id');
    const rows = await db.selectFrom('run_files').where('run_id', 'in', mine).selectAll().execute();
    return rows.length;
  }

  async function entries() {
    const rows = await db
      .selectFrom('entries')
      .where('wallet_id', '=', walletId)
      .select(['kind', 'quantity'])
      .orderBy('number')
      .execute();
    return rows.map(({ kind: what, quantity }) => `${what} ${quantity}`);
  }

  /** A call for which the time of one item is over after it. */
  const SLOW_MS = 30_000;

  test('hold the price of ten, capture that of eight, and release the rest', async () => {
    const charged = await run(ten);
    if (!charged.ok || charged.run.status !== 'succeeded') throw new Error(JSON.stringify(charged));
    const { run: ended } = charged;
    expect(charged).toMatchObject({ replayed: false, availableCredits: CREDITS - 16 });
    expect(ended).toMatchObject({ amountCredits: 16 });
    expect(charged).toMatchObject({ unpaidItems: 2, cause: expect.any(Error) });
    const items = ended.result?.map(({ item, name }) => `${item} ${name}`);
    expect(items?.slice(0, 5)).toEqual([
      ...['1 1-text', '1 1-echo.txt', '2 2-text', '2 2-echo.txt', '3 3-refused'],
    ]);
    const refused = ended.result?.filter((part) => part.kind === 'text' && part.code !== undefined);
    expect(refused).toMatchObject([
      { item: 3, code: 'input_refused', texts: { en: 'Say something else.', zh: '请换一句话。' } },
      { item: 8, code: 'run_failed', texts: { zh: expect.stringMatching(/\p{Script=Han}/u) } },
    ]);
    expect(await resultStore(db).get(ended.id, '10-echo.txt')).toEqual(Buffer.from('j'));
    expect(await entries()).toEqual(['grant 40', 'hold 20', 'capture 16', 'release 4']);
    expect(await run(ten)).toMatchObject({ replayed: true, run: { id: ended.id } });
    expect(await sums()).toEqual([CREDITS - 16, 0]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('go on with the next call of their key, and are charged once', async () => {
    const texts = ['a', 'refuse', 'c'];
    const progress = [];
    for (let calls = 0; calls < 2; calls += 1) {
      const charged = await run(texts, SLOW_MS);
      if (!charged.ok) throw new Error(charged.code);
      progress.push(charged.progress);
      expect(charged.run.result).toBeUndefined();
      expect(await sums()).toEqual([CREDITS - 6, 6]);
    }
    expect(progress).toEqual([
      { done: 1, of: 3, refused: [] },
      { done: 2, of: 3, refused: [2] },
    ]);
    const ended = await run(texts);
    expect(ended).toMatchObject({ run: { status: 'succeeded', amountCredits: 4 }, unpaidItems: 1 });
    if (!ended.ok) throw new Error(ended.code);
    expect(ended.run.result?.map(({ item }) => item)).toEqual([1, 1, 2, 3, 3]);
    expect(await sums()).toEqual([CREDITS - 4, 0]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('that a call has no time for go on with what it kept, and make it once', async () => {
    const flow = { ...chorus, goesOn: true };
    const part = { kind: 'text', name: 'text', text: 'a' } as const;
    const file = {
      kind: 'file',
      name: 'a.bin',
      mediaType: 'a/b',
      content: Buffer.from('a'),
    } as const;
    const kept: unknown[] = [];
    const isOver = { ok: false, code: 'run_timed_out' } as const;
    const slowly: RunTools['work'] = {
      ...work,
      run: async (_flow, _input, options) => {
        kept.push(options?.kept?.map(({ name, more }) => [name, more]));
        if (kept.length < 3) options?.keep?.(kept.length === 1 ? [part, file] : []);
        if (kept.length < 3) return isOver;
        return { ok: true, parts: [{ ...part, name: 'last' }], leftOut: [] };
      },
    };
    for (let calls = 0; calls < 2; calls += 1) {
      // The first call has used its processor time, and the second one has no more of the clock.
      const charged = await run(['a'], calls * SLOW_MS, { flow, work: slowly });
      expect(charged).toMatchObject({ progress: { done: 0, of: 1, refused: [] } });
      expect(await sums()).toEqual([CREDITS - 2, 2]);
    }
    const ended = await run(['a'], 0, { flow, work: slowly });
    const result = ['1-text', '1-a.bin', '1-last'].map((name) => ({ name, item: 1 }));
    expect(ended).toMatchObject({ run: { status: 'succeeded', result } });
    expect(JSON.stringify(ended)).not.toContain('more');
    expect(kept).toEqual([
      [],
      ...Array(2).fill([
        ['1-text', true],
        ['1-a.bin', true],
      ]),
    ]);
    expect([await files(), await sums()]).toEqual([1, [CREDITS - 2, 0]]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('tell how far they are while a call works, and are not wanted once they are cancelled', async () => {
    const runs = { ...runStore(db), findByKey: findRunByKey(db) };
    const mine = { walletId, idempotencyKey: 'key', now: at(1) };
    const told: unknown[] = [];
    const watched: RunTools['work'] = {
      ...work,
      run: async (flow, input, { isWanted, keep, ...options } = {}) => {
        const ask = async () => {
          const isRunning = await isWanted?.();
          return told.push([isRunning, (await runs.findByKey(mine))?.progress]);
        };
        await ask();
        keep?.([], { done: 1, of: 3 });
        await ask();
        if (told.length === 5) await cancelByKey(runs, mine);
        await ask();
        return work.run(flow, input, options);
      },
    };
    const ended = await run(['refuse', 'b'], 0, { work: watched });
    const [first, second] = [0, 1].map((done) => ({ done, of: 2, refused: done ? [1] : [] }));
    const steps = { done: 1, of: 3 };
    expect(told).toEqual([
      ...[
        [true, undefined],
        [true, { ...first, steps }],
        [true, { ...first, steps }],
      ],
      ...[
        [true, second],
        [true, { ...second, steps }],
        [false, undefined],
      ],
    ]);
    expect(ended).toMatchObject({
      run: { status: 'cancelled', failure: { code: 'run_cancelled' } },
    });
    expect([await files(), await sums()]).toEqual([0, [CREDITS, 0]]);
  });

  test('whose processor time is over before anything is kept fail', async () => {
    const flow = { ...chorus, goesOn: true };
    const isOver: RunTools['work'] = {
      ...work,
      run: async () => ({ ok: false, code: 'run_timed_out' }),
    };
    const ended = await run(['a'], 0, { flow, work: isOver });
    expect(ended).toMatchObject({ run: { status: 'failed', failure: { code: 'run_timed_out' } } });
  });

  test('are worked on by one call at a time', async () => {
    await run(['a', 'b', 'c'], SLOW_MS);
    const calls = await Promise.all(Array.from({ length: 4 }, () => run(['a', 'b', 'c'])));
    const worked = calls.filter((one) => one.ok && !one.replayed);
    expect(worked).toHaveLength(1);
    expect(await sums()).toEqual([CREDITS - 6, 0]);
  });

  test('are refused like one input when no item can be worked on', async () => {
    expect(await run(['refuse', 'break'])).toMatchObject({
      run: { status: 'failed', failure: { code: 'input_refused' } },
      unpaidItems: 2,
      cause: expect.any(Error),
    });
    expect(await sums()).toEqual([CREDITS, 0]);
    expect(await files()).toBe(0);
  });

  test('that are cancelled between two calls cost nothing, and the sweep deletes their files', async () => {
    await run(['a', 'b'], SLOW_MS);
    expect(await files()).toBe(1);
    const runs = { fail: runStore(db).fail, findByKey: findRunByKey(db) };
    const cancelled = await cancelByKey(runs, { walletId, idempotencyKey: 'key', now: at(1) });
    expect(cancelled).toMatchObject({ status: 'cancelled', failure: { code: 'run_cancelled' } });
    expect(cancelled).not.toHaveProperty('result');
    expect(await run(['a', 'b'])).toMatchObject({ replayed: true, run: { status: 'cancelled' } });
    await sweep(at(1));
    expect([await files(), await sums()]).toEqual([0, [CREDITS, 0]]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('that nobody goes on with cost nothing, and the sweep deletes their files', async () => {
    await run(['a', 'b'], SLOW_MS);
    await sweep(at(1));
    expect(await files()).toBe(1);
    await sweep(at(2));
    expect([await files(), await sums(at(2))]).toEqual([0, [CREDITS, 0]]);
    const [run1] = await runStore(db).list({ walletId, limit: 1, now: at(2) });
    expect(run1).toMatchObject({ status: 'failed' });
    expect(await auditLedger(db)).toEqual([]);
  });

  /** Deletes the files of runs that are over, as the sweep does. */
  async function sweep(now: Date): Promise<void> {
    const sweeps = runSweepStore(db);
    for (let ids = await sweeps.dueResults(now); ids; ids = await sweeps.dueResults(now)) {
      for (const id of ids) {
        await resultStore(db).remove(id);
        await sweeps.forgetResult(id);
      }
    }
  }
});
