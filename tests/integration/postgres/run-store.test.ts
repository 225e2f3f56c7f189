import type { Kysely } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { auditLedger } from '../../../functions/adapters/postgres/audit/audit.ts';
import { newId } from '../../../functions/adapters/postgres/connection/store-tools.ts';
import { systemPacing } from '../../../functions/adapters/postgres/connection/transact.ts';
import { readUpToDate } from '../../../functions/adapters/postgres/ledger/change-wallet.ts';
import { ledgerStore } from '../../../functions/adapters/postgres/ledger/ledger-store.ts';
import {
  resultStore,
  runSweepStore,
} from '../../../functions/adapters/postgres/run/result-store.ts';
import { findRunByKey, runStore } from '../../../functions/adapters/postgres/run/run-store.ts';
import type { Schema } from '../../../functions/adapters/postgres/schema/schema.ts';
import { availableCredits, heldCredits } from '../../../functions/domain/ledger/wallet.ts';
import type { NewRun } from '../../../functions/domain/run/run-store.ts';
import { prepareInput } from '../../../functions/flows/flow-task.ts';
import { type AskedRun, type RunTools, runCharged } from '../../../functions/flows/run-charged.ts';
import { cancelByKey } from '../../../functions/runs/cancel.ts';
import { maxRunsOfUser } from '../../../src/contract/flows.ts';
import { databaseOfBlock } from '../../support/database.ts';
import { failingStatements, type Moment } from '../../support/failing-statements.ts';
import { testProcesses } from '../../support/flow-program.ts';
import { at } from '../../support/ledger-commands.ts';
import { echo, meter, noUploads, progress } from '../../support/runs.ts';
import { storeWallet } from '../../support/stored-ledger.ts';
import { thoroughness } from '../../support/thoroughness.ts';

const HOUR_MS = 3_600_000;

/** The credits of the wallets in these tests. */
const CREDITS = 40;

/** Statements that a run has at most: the end of the loop over them. */
const MAX_STATEMENTS = 30;

const { work, slots, close } = testProcesses();
afterAll(close);

const pacing = { random: () => 0, wait: async () => undefined };

describe.each(thoroughness.databases)('runs on the %s database', (kind) => {
  const { db } = databaseOfBlock(kind);
  let walletId: string;

  beforeEach(async () => {
    walletId = await newWallet();
  });

  async function newWallet(): Promise<string> {
    const id = await storeWallet(db);
    const keyed = { idempotencyKey: `gift-${id}`, actor: 'test', now: at(0) };
    const gift = { walletId: id, amountCredits: CREDITS, lifeMs: 99 * HOUR_MS, reason: 'a test' };
    await ledgerStore(db).grant({ ...gift, keyed });
    return id;
  }

  function asked(text: string, changes: Partial<AskedRun> = {}): AskedRun {
    return {
      walletId,
      flow: echo,
      input: { text },
      shownCredits: undefined,
      idempotencyKey: 'the-key',
      now: at(1),
      ...changes,
    };
  }

  function toolsOn(on: Kysely<Schema>): RunTools {
    return {
      runs: runStore(on, { newId, pacing }),
      results: resultStore(on),
      clock: () => at(1),
      work,
      slots,
      uploads: noUploads,
    };
  }

  function run(text: string, changes: Partial<AskedRun> = {}, tools: RunTools = toolsOn(db)) {
    return runCharged(asked(text, changes), tools);
  }

  /** A run as it is stored before its work. */
  function priced({ flow, input, ...run }: AskedRun): NewRun {
    const prepared = prepareInput(flow, input);
    if (!prepared.ok) throw new Error(prepared.code);
    const { credits: amountCredits, inputHash } = prepared;
    const { id: flowId, timeoutMs } = flow;
    return { ...run, flowId, timeoutMs, amountCredits, inputHash };
  }

  function sums(id = walletId, now = at(1)) {
    return readUpToDate(db, { walletId: id, now }, async (_trx, wallet) => [
      availableCredits(wallet),
      heldCredits(wallet),
    ]);
  }

  test('whose capture is stored without an answer keep their result', async () => {
    const tools = toolsOn(db);
    const succeed: RunTools['runs']['succeed'] = async (...end) => {
      await tools.runs.succeed(...end);
      throw new Error('the connection was lost');
    };
    const charged = await run('hello', {}, { ...tools, runs: { ...tools.runs, succeed } });
    if (!charged.ok) throw new Error(charged.code);
    expect(charged.run).toMatchObject({ status: 'succeeded', amountCredits: 2 });
    expect(await resultStore(db).get(charged.run.id, 'echo.txt')).toEqual(Buffer.from('hello'));
    expect(await sums()).toEqual([CREDITS - 2, 0]);
  });

  test('are refused where the key has another content', async () => {
    await run('hello');
    const others = [
      { input: { text: 'bye' } },
      { flow: meter, input: { price: 2 } },
      { shownCredits: 2 },
    ];
    for (const other of others) {
      expect(await run('hello', other)).toMatchObject({ ok: false, code: 'idempotency_conflict' });
      expect(await runStore(db).findBegun(priced(asked('hello', other)))).toBeUndefined();
    }
    expect((await runStore(db).findBegun(priced(asked('hello'))))?.status).toBe('succeeded');
    expect(await sums()).toEqual([CREDITS - 2, 0]);
  });

  test.each([
    ['refuse', 'input_refused', 0],
    ['half', 'input_partly_read', 0],
    ['break', 'run_failed', 1],
    ['hang', 'run_timed_out', 1],
  ] as const)(
    'of %j cost nothing, repeat the failure %s for their key, and are %d in the list',
    async (text, code, listed) => {
      const flow = { ...echo, timeoutMs: 1_000 };
      for (const replayed of [false, true]) {
        const charged = await run(text, { flow });
        expect(charged).toMatchObject({
          ok: true,
          replayed,
          run: { status: 'failed', failure: { code } },
        });
      }
      expect(await sums()).toEqual([CREDITS, 0]);
      expect(await runStore(db).list({ walletId, limit: 5, now: at(1) })).toHaveLength(listed);
      expect(
        await db.selectFrom('run_files').where('name', '=', text).selectAll().execute(),
      ).toEqual([]);
    },
  );

  /** Cancels the run of the key as the route does; other users have no such run. */
  async function cancelRun(ofWallet = walletId) {
    const { fail } = runStore(db, { newId, pacing });
    return cancelByKey(
      { fail, findByKey: findRunByKey(db) },
      { walletId: ofWallet, idempotencyKey: 'the-key', now: at(1) },
    );
  }

  async function cancelOnceBegun() {
    for (;;) {
      const run = await cancelRun();
      if (run) return run;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** The rows that a run may leave behind: files, open holds, and runs that seem to go on. */
  async function leftovers() {
    const count = async (rows: Promise<readonly unknown[]>) => (await rows).length;
    const mine = db.selectFrom('runs').where('wallet_id', '=', walletId);
    return {
      files: await count(
        db
          .selectFrom('run_files')
          .where('run_id', 'in', mine.select('id'))
          .select('name')
          .execute(),
      ),
      holds: (await sums())[1],
      running: await count(mine.where('status', '=', 'running').select('id').execute()),
    };
  }
  const nothing = { files: 0, holds: 0, running: 0 };

  test('that are cancelled in their work cost nothing, end, and leave nothing behind', async () => {
    const begunMs = performance.now();
    const [charged, cancelled] = await Promise.all([run('hang'), cancelOnceBegun()]);
    expect(performance.now() - begunMs).toBeLessThan(echo.timeoutMs);
    expect(cancelled).toMatchObject({ status: 'cancelled', failure: { code: 'run_cancelled' } });
    expect(charged).toMatchObject({ ok: true, run: { failure: { code: 'run_cancelled' } } });
    expect(await cancelRun()).toEqual(cancelled);
    expect(await run('hang')).toMatchObject({ replayed: true, run: { status: 'cancelled' } });
    expect(await leftovers()).toEqual(nothing);
    expect(await sums()).toEqual([CREDITS, 0]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('that are cancelled while their result is stored leave nothing of it', async () => {
    const { results, ...tools } = toolsOn(db);
    const put: typeof results.put = async (...file) => {
      await results.put(...file);
      await cancelRun();
    };
    expect(await run('hello', {}, { ...tools, results: { ...results, put } })).toMatchObject({
      run: { status: 'cancelled', failure: { code: 'run_cancelled' } },
    });
    expect(await leftovers()).toEqual(nothing);
    expect(await sums()).toEqual([CREDITS, 0]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('that have succeeded are not cancelled, and are told as they are', async () => {
    await run('hello');
    const result = [{ text: 'hello' }, { bytes: 5 }];
    expect(await cancelRun()).toMatchObject({ status: 'succeeded', result });
    expect(await sums()).toEqual([CREDITS - 2, 0]);
  });

  test('keep their title and what was given for as long as the result', async () => {
    await run('hello');
    const runs = runStore(db);
    const [listed] = await runs.list({ walletId, limit: 1, now: at(1) });
    const kept = { title: 'hello', input: { text: 'hello' } };
    expect(await runs.find(walletId, String(listed?.id), at(1))).toMatchObject(kept);
    expect(listed).not.toHaveProperty('input');
    const later = await runs.find(walletId, String(listed?.id), listed?.keptUntil ?? at(1));
    for (const part of ['title', 'input', 'result']) expect(later).not.toHaveProperty(part);
    await runSweepStore(db).forgetResult(String(listed?.id));
    expect(await runs.find(walletId, String(listed?.id), at(1))).not.toHaveProperty('input');
  });

  test.each([
    [9_999, undefined],
    [10_000, 'waiting'],
  ])('of %d ms have a mail that is %s for a minute', async (durationMs, state) => {
    const runs = runStore(db, { newId, pacing });
    const begun = await runs.begin(priced(asked('hello')));
    const one = begun.ok ? begun.body : expect.fail(begun.code);
    const ended = new Date(one.startedAt.getTime() + durationMs);
    await runs.succeed(one, { result: [], amountCredits: 2, now: ended });
    const mail = db.selectFrom('outbox').where('id', '=', one.id).select(['state', 'due_at']);
    const due = new Date(ended.getTime() + 60_000);
    expect(await mail.execute()).toEqual(state ? [{ state, due_at: due }] : []);
  });

  test('of others cannot be cancelled', async () => {
    await run('hello');
    expect(await cancelRun(await newWallet())).toBeUndefined();
  });

  test('store a large file in pieces, and return it unchanged', async () => {
    const text = `${'ab'.repeat(400_000)}c`;
    const charged = await run(text);
    if (!charged.ok) throw new Error(charged.code);
    const results = resultStore(db);
    const content = await results.get(charged.run.id, 'echo.txt');
    expect(Buffer.from(content ?? []).equals(Buffer.from(text))).toBe(true);
    expect(await results.get(charged.run.id, 'other.txt')).toBeUndefined();
    const pieces = db.selectFrom('run_files').where('run_id', '=', charged.run.id);
    expect(await pieces.selectAll().execute()).toHaveLength(3);
    await results.remove(charged.run.id);
    expect(await results.get(charged.run.id, 'echo.txt')).toBeUndefined();
  });

  test('belong to their owner only, and are listed newest first', async () => {
    const ids: string[] = [];
    for (const [index, key] of ['one', 'two', 'three'].entries()) {
      const clock = () => new Date(at(1).getTime() + index);
      const charged = await run('hello', { idempotencyKey: key }, { ...toolsOn(db), clock });
      if (charged.ok) ids.unshift(charged.run.id);
    }
    const runs = runStore(db);
    const idsOf = async (wanted: { before?: string; limit: number }) =>
      (await runs.list({ walletId, now: at(1), ...wanted })).map(({ id }) => id);
    expect(await idsOf({ limit: 2 })).toEqual(ids.slice(0, 2));
    expect(await idsOf({ limit: 2, before: ids[1] ?? '' })).toEqual(ids.slice(2));
    const other = await newWallet();
    expect(await runs.find(other, ids[0] ?? '', at(1))).toBeUndefined();
    expect(await runs.list({ walletId: other, limit: 9, now: at(1) })).toEqual([]);
  });

  test('whose hold expired during the work are not charged, and store nothing', async () => {
    const times = [at(1), at(2), at(2), at(2)];
    const clock = () => times.shift() ?? at(2);
    const charged = await run('hello', {}, { ...toolsOn(db), clock });
    expect(charged).toMatchObject({
      run: { status: 'failed', failure: { code: 'run_timed_out' } },
    });
    expect(await sums(walletId, at(2))).toEqual([CREDITS, 0]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('of fifty at once, with credits for twenty, are twenty results and thirty refusals', async () => {
    const tools = toolsOn(db);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        run('hello', { idempotencyKey: `key-${index}` }, tools),
      ),
    );
    const succeeded = outcomes.filter((one) => one.ok);
    expect(succeeded.map((one) => one.run.status)).toEqual(Array(20).fill('succeeded'));
    const refused = outcomes.filter((one) => !one.ok);
    expect(refused.map((one) => one.code)).toEqual(Array(30).fill('credits_insufficient'));
    expect(await sums()).toEqual([0, 0]);
    expect(await auditLedger(db)).toEqual([]);
  });

  test('of fifty that begin at once, and do not end, are five: the same key begins later', async () => {
    const runs = runStore(db, { newId, pacing: systemPacing });
    const begin = (index: number, now = at(1)) =>
      runs.begin(priced(asked('hello', { idempotencyKey: `key-${index}`, now })));
    const all = await Promise.all(Array.from({ length: 50 }, (_, index) => begin(index)));
    const begun = all.filter((one) => one.ok);
    expect(begun).toHaveLength(maxRunsOfUser);
    expect(all.filter((one) => !one.ok).map((one) => one.code)).toEqual(
      Array(50 - maxRunsOfUser).fill('too_many_own_runs'),
    );
    expect(await sums()).toEqual([CREDITS - 2 * maxRunsOfUser, 2 * maxRunsOfUser]);
    const [first] = begun;
    const refused = all.findIndex((one) => !one.ok);
    expect(await begin(all.findIndex(({ ok }) => ok))).toMatchObject({ replayed: true });
    if (first) await runs.fail(first.body, { failure: { code: 'run_failed' }, now: at(1) });
    expect(await begin(refused)).toMatchObject({ ok: true, replayed: false });
    expect(await begin(60)).toMatchObject({ code: 'too_many_own_runs' });
    const other = await newWallet();
    expect(await runs.begin(priced(asked('hello', { walletId: other })))).toMatchObject({
      ok: true,
    });
    expect(await auditLedger(db)).toEqual([]);
  });

  test('whose processes died hold no place once their holds have expired', async () => {
    const runs = runStore(db, { newId, pacing });
    for (const [index, now] of Array.from({ length: maxRunsOfUser + 1 }, () => at(1)).entries()) {
      await runs.begin(priced(asked('hello', { idempotencyKey: `key-${index}`, now })));
    }
    const code = 'too_many_own_runs';
    expect(await runs.begin(priced(asked('hello', { now: at(1) })))).toMatchObject({ code });
    expect(await runs.begin(priced(asked('hello', { now: at(2) })))).toMatchObject({ ok: true });
  });

  test('that a clock far ahead has begun hold no place until then', async () => {
    const runs = runStore(db, { newId, pacing });
    for (let index = 0; index < maxRunsOfUser; index += 1) {
      await runs.begin(priced(asked('hello', { idempotencyKey: `key-${index}`, now: at(50) })));
    }
    expect(await runs.begin(priced(asked('hello', { now: at(1) })))).toMatchObject({ ok: true });
  });

  test('of a list that was cancelled between two calls keep their place as long as its hold', async () => {
    const runs = runStore(db, { newId, pacing });
    for (let index = 0; index < maxRunsOfUser; index += 1) {
      const begun = await runs.begin(priced(asked('hello', { idempotencyKey: `key-${index}` })));
      if (!begun.ok) throw new Error(begun.code);
      expect(await runs.pause(begun.body, { made: [], progress, now: at(1) })).toBe(true);
      await runs.fail(begun.body, { failure: { code: 'run_cancelled' }, now: at(1) });
    }
    expect(await sums()).toEqual([CREDITS, 0]);
    expect(await runs.begin(priced(asked('hello')))).toMatchObject({ code: 'too_many_own_runs' });
    expect(await runs.begin(priced(asked('hello', { now: at(2) })))).toMatchObject({ ok: true });
  });

  /** The state of a wallet and its only run after every hold has expired. */
  async function later(id: string) {
    const now = at(2);
    const [one] = await runStore(db).list({ walletId: id, limit: 2, now });
    const [available] = await sums(id, now);
    const file = one && (await resultStore(db).get(one.id, 'echo.txt'));
    return { status: one?.status, spent: CREDITS - (available ?? 0), isKept: file !== undefined };
  }

  test.each<Moment>(['before', 'after'])(
    'whose process dies %s any one statement are charged with a result or not at all',
    async (moment) => {
      const counting = failingStatements(() => undefined);
      await run('hello', {}, toolsOn(db.withPlugin(counting.plugin)));
      expect(counting.seen()).toBeGreaterThan(8);
      expect(counting.seen()).toBeLessThan(MAX_STATEMENTS);
      const seen = new Set<string>();
      for (let fatal = 1; fatal <= counting.seen(); fatal += 1) {
        walletId = await newWallet();
        // The process is dead: no statement after the fatal one reaches the database.
        const { plugin } = failingStatements((statement, when) => {
          const isDead = statement > fatal || (statement === fatal && when === moment);
          return isDead ? new Error('the process is dead') : undefined;
        });
        await run('hello', {}, toolsOn(db.withPlugin(plugin))).catch(() => undefined);
        const { status, spent, isKept } = await later(walletId);
        if (status === 'succeeded') expect({ spent, isKept }).toEqual({ spent: 2, isKept: true });
        else expect(spent).toBe(0);
        seen.add(String(status));
      }
      expect([...seen]).toContain('failed');
      expect(await auditLedger(db)).toEqual([]);
    },
  );
});
