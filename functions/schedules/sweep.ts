import { sweepStore } from '../adapters/postgres/ledger/sweep-store.ts';
import { runSweepStore } from '../adapters/postgres/run/result-store.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';
import type { SweepStore } from '../domain/ledger/ledger-store.ts';
import type { ResultStore, RunSweepStore } from '../domain/run/run-store.ts';
import { resultStores } from '../runs/result-stores.ts';

interface Deps {
  readonly sweeps: SweepStore;
  readonly runSweeps: RunSweepStore;
  readonly results: Pick<ResultStore, 'remove'>;
}

/** Wallets, results or runs that may fail before the others are left: then it is not these. */
const MAX_FAILURES = 10;

/**
 * Gives back the holds that nobody settled in time, lets lots run out (rule 5 of the ledger), and
 * forgets sessions that have expired, buckets that are full, results that are kept no longer and the
 * runs of users who were deleted. Whoever reads or writes a wallet does the first two as well; this
 * is for the wallets that nobody looks at. What fails keeps neither the others of its kind from
 * their turn nor the rest from being done: the next sweep would meet the same one first again.
 *
 * @returns how many wallets were due, how many of the others are done, how many failed in all, and
 * the first error
 */
export async function sweep(now: Date, deps: Deps): Promise<ScheduledJob> {
  const { sweeps } = deps;
  const errors: unknown[] = [];
  const due = await sweeps.dueWallets(now);
  await each(due, errors, (walletId) => sweeps.advance(walletId, now));
  const numbers = { due: due.length, failed: errors.length };
  if (errors.length === MAX_FAILURES) return { numbers, error: errors[0] };
  const sessions = await sweeps.forgetSessions(now);
  const buckets = await sweeps.forgetBuckets(now);
  const runs = await forgetRuns(now, deps, errors);
  const all = { ...numbers, failed: errors.length, sessions, buckets, ...runs };
  return errors.length > 0 ? { numbers: all, error: errors[0] } : { numbers: all };
}

/** Files go before what names them, so that none is left that nobody knows of. */
async function forgetRuns(now: Date, { runSweeps, results }: Deps, errors: unknown[]) {
  const kept = await each(await runSweeps.dueResults(now), errors, async (runId) => {
    await results.remove(runId);
    await runSweeps.forgetResult(runId);
  });
  const orphans = await each(await runSweeps.orphans(now), errors, async (runId) => {
    await results.remove(runId);
    await runSweeps.removeRun(runId);
  });
  return { results: kept, orphans };
}

/** Does something to each in turn, and says to how many; notes what fails, and stops after some. */
async function each(
  ids: readonly string[],
  errors: unknown[],
  work: (id: string) => Promise<void>,
): Promise<number> {
  const mostErrors = errors.length + MAX_FAILURES;
  let done = 0;
  for (const id of ids) {
    try {
      await work(id);
      done += 1;
    } catch (error) {
      errors.push(error);
    }
    if (errors.length === mostErrors) break;
  }
  return done;
}

export const handler = forSchedule('sweep', sweep, (db, env) => ({
  sweeps: sweepStore(db),
  runSweeps: runSweepStore(db),
  results: resultStores(db, env),
}));
