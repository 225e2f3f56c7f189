import { describe, expect, test } from 'vitest';
import type { SweepStore } from '../../../../functions/domain/ledger/ledger-store.ts';
import { sweep } from '../../../../functions/schedules/sweep.ts';
import { now } from '../../../support/memory-stores.ts';
import { dueOnce, memoryRunSweeps } from '../../../support/runs.ts';

/** Wallets with due holds, some of which fail; records each call. */
function memorySweeps(due: readonly string[], failing: readonly string[] = []) {
  const settled: string[] = [];
  const settle = async (walletId: string) => {
    settled.push(walletId);
    if (failing.includes(walletId)) throw new Error(`${walletId} fails`);
  };
  const sweeps: SweepStore = {
    holds: { due: dueOnce(due), settle },
    lots: { due: dueOnce([]), settle },
    forget: { sessions: async () => 3, buckets: async () => 4 },
  };
  return { sweeps, settled };
}

const nothing = { uploads: 0, holds: 0, lots: 0, results: 0, orphans: 0, sessions: 3, buckets: 4 };

const fault = async () => {
  throw new Error('a query fails');
};

describe('the sweep', () => {
  test('settles every due wallet in order, and deletes what is over', async () => {
    const { sweeps, settled } = memorySweeps(['a', 'b']);
    expect(await sweep(now, { sweeps, ...memoryRunSweeps() })).toEqual({
      numbers: { ...nothing, holds: 2 },
      counts: { SweepFailures: 0 },
    });
    expect(settled).toEqual(['a', 'b']);
  });

  test('goes past wallets that fail, does the rest, and names what failed', async () => {
    const { sweeps, settled } = memorySweeps(['a', 'b', 'c', 'd'], ['b', 'c']);
    expect(await sweep(now, { sweeps, ...memoryRunSweeps() })).toEqual({
      numbers: { ...nothing, holds: 2 },
      counts: { SweepFailures: 2 },
      failed: ['holds b', 'holds c'],
      error: new Error('b fails'),
    });
    expect(settled).toEqual(['a', 'b', 'c', 'd']);
  });

  test('erases the runs of deleted users while every wallet fails', async () => {
    const due = Array.from({ length: 20 }, (_, index) => `wallet ${index}`);
    const { sweeps, settled } = memorySweeps(due, due);
    const { done, ...deps } = memoryRunSweeps([], ['run']);
    const swept = await sweep(now, { sweeps, ...deps });
    expect(swept).toMatchObject({ numbers: { orphans: 1, sessions: 3 } });
    expect(swept.counts).toEqual({ SweepFailures: 20 });
    expect(swept.failed).toHaveLength(10);
    expect(settled).toHaveLength(20);
    expect(done).toEqual(['empty run', 'delete run']);
  });

  test.each(['holds', 'sessions', 'results', 'orphans'])(
    'does all the rest when the query of %s fails',
    async (part) => {
      const { sweeps } = memorySweeps(['a']);
      const { runSweeps, ...others } = memoryRunSweeps(['b'], ['c']);
      const broken = {
        sweeps: {
          ...sweeps,
          ...(part === 'holds' ? { holds: { ...sweeps.holds, due: fault } } : {}),
          forget: { ...sweeps.forget, ...(part === 'sessions' ? { sessions: fault } : {}) },
        },
        runSweeps: {
          ...runSweeps,
          ...(part === 'results' ? { dueResults: fault } : {}),
          ...(part === 'orphans' ? { orphans: fault } : {}),
        },
        ...others,
      };
      const all = { ...nothing, holds: 1, results: 1, orphans: 1 };
      expect(await sweep(now, broken)).toEqual({
        numbers: { ...all, [part]: 0 },
        counts: { SweepFailures: 1 },
        failed: [part],
        error: new Error('a query fails'),
      });
    },
  );

  test('ends a part after the read in which ten have failed', async () => {
    const { sweeps } = memorySweeps([]);
    let reads = 0;
    const holds = {
      due: async () => [`wallet ${++reads}`],
      settle: async () => Promise.reject(new Error('the database is away')),
    };
    const swept = await sweep(now, { sweeps: { ...sweeps, holds }, ...memoryRunSweeps() });
    expect(swept.counts).toEqual({ SweepFailures: 10 });
    expect(reads).toBe(10);
  });

  test('deletes the files of a run before the result and the run', async () => {
    const { sweeps } = memorySweeps([]);
    const { done, ...deps } = memoryRunSweeps(['a', 'b'], ['c']);
    const { numbers } = await sweep(now, { sweeps, ...deps });
    expect(numbers).toMatchObject({ results: 2, orphans: 1 });
    for (const [id, end] of [
      ['a', 'forget a'],
      ['b', 'forget b'],
      ['c', 'delete c'],
    ]) {
      expect(done.filter((one) => one.endsWith(` ${id}`))).toEqual([`empty ${id}`, end]);
    }
  });

  test('keeps the run whose result cannot be deleted', async () => {
    const { sweeps } = memorySweeps([]);
    const { done, ...deps } = memoryRunSweeps(['a', 'b']);
    const results = {
      remove: async (runId: string) => {
        if (runId === 'a') throw new Error('a stays');
        return deps.results.remove(runId);
      },
    };
    const swept = await sweep(now, { sweeps, ...deps, results });
    expect(swept).toMatchObject({ numbers: { results: 1 }, failed: ['results a'] });
    expect(done).toEqual(['empty b', 'forget b']);
  });
});
