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

/** After so many failures of one kind the sweep stops: the cause is then not in the rows. */
const MAX_FAILURES = 10;

/**
 * Expires holds and lots of wallets that nobody uses (rule 5 of the ledger). Deletes expired
 * sessions, full buckets, old results and the runs of deleted users. One failure does not stop the
 * rest: otherwise the next sweep would stop at the same one.
 *
 * @returns how many were due, how many others are done, how many failed, and the first error
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

/** Files go before the rows that name them, so that no file stays unknown. */
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

/** Does work for each id and returns how often it succeeded; stops after `MAX_FAILURES`. */
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
