import { describe, expect, test } from 'vitest';
import type { SweepStore } from '../../../../functions/domain/ledger/ledger-store.ts';
import { sweep } from '../../../../functions/schedules/sweep.ts';
import { now } from '../../../support/memory-stores.ts';
import { memoryRunSweeps } from '../../../support/runs.ts';

/** Due wallets, some of which fail; records each call. */
function memorySweeps(due: readonly string[], failing: readonly string[] = []) {
  const advanced: string[] = [];
  const sweeps: SweepStore = {
    dueWallets: async (at) => (at === now ? due : []),
    advance: async (walletId) => {
      advanced.push(walletId);
      if (failing.includes(walletId)) throw new Error(`${walletId} fails`);
    },
    forgetSessions: async () => 3,
    forgetBuckets: async () => 4,
  };
  return { sweeps, advanced };
}

describe('the sweep', () => {
  test('settles every due wallet in order, and deletes sessions and buckets', async () => {
    const { sweeps, advanced } = memorySweeps(['a', 'b']);
    expect(await sweep(now, { sweeps, ...memoryRunSweeps() })).toEqual({
      numbers: { due: 2, failed: 0, sessions: 3, buckets: 4, results: 0, orphans: 0 },
    });
    expect(advanced).toEqual(['a', 'b']);
  });

  test('goes on past a wallet that fails, does the rest, and reports the first failure', async () => {
    const { sweeps, advanced } = memorySweeps(['a', 'b', 'c', 'd'], ['b', 'c']);
    expect(await sweep(now, { sweeps, ...memoryRunSweeps() })).toEqual({
      numbers: { due: 4, failed: 2, sessions: 3, buckets: 4, results: 0, orphans: 0 },
      error: new Error('b fails'),
    });
    expect(advanced).toEqual(['a', 'b', 'c', 'd']);
  });

  test('deletes the files of a run before the result and the run', async () => {
    const { sweeps } = memorySweeps([]);
    const { done, ...deps } = memoryRunSweeps(['a', 'b'], ['c']);
    const { numbers } = await sweep(now, { sweeps, ...deps });
    expect(numbers).toMatchObject({ results: 2, orphans: 1 });
    expect(done).toEqual(['empty a', 'forget a', 'empty b', 'forget b', 'empty c', 'delete c']);
  });

  test('goes on past a result that cannot be deleted, and keeps its run', async () => {
    const { sweeps } = memorySweeps([]);
    const { done, ...deps } = memoryRunSweeps(['a', 'b'], ['c', 'd']);
    const results = {
      remove: async (runId: string) => {
        if (runId === 'a' || runId === 'c') throw new Error(`${runId} stays`);
        return deps.results.remove(runId);
      },
    };
    expect(await sweep(now, { sweeps, ...deps, results })).toEqual({
      numbers: { due: 0, failed: 2, sessions: 3, buckets: 4, results: 1, orphans: 1 },
      error: new Error('a stays'),
    });
    expect(done).toEqual(['empty b', 'forget b', 'empty d', 'delete d']);
  });

  test('leaves results after ten that cannot be deleted, and goes on to the runs', async () => {
    const { sweeps } = memorySweeps([]);
    const many = Array.from({ length: 20 }, (_, index) => `result ${index}`);
    const { done, ...deps } = memoryRunSweeps(many, ['run']);
    const asked: string[] = [];
    const results = {
      remove: async (runId: string) => {
        asked.push(runId);
        if (runId !== 'run') throw new Error('the bucket is away');
      },
    };
    expect(await sweep(now, { sweeps, ...deps, results })).toMatchObject({
      numbers: { failed: 10, results: 0, orphans: 1 },
    });
    expect(asked).toEqual([...many.slice(0, 10), 'run']);
    expect(done).toEqual(['delete run']);
  });

  test('stops after ten failures', async () => {
    const due = Array.from({ length: 20 }, (_, index) => `wallet ${index}`);
    const { sweeps, advanced } = memorySweeps(due, due);
    expect(await sweep(now, { sweeps, ...memoryRunSweeps() })).toMatchObject({
      numbers: { due: 20, failed: 10 },
    });
    expect(advanced).toHaveLength(10);
  });
});
