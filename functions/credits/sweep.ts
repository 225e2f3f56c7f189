import { database } from '../adapters/postgres/database.ts';
import { resultStore } from '../adapters/postgres/result-store.ts';
import { runSweepStore } from '../adapters/postgres/run-sweep-store.ts';
import { sweepStore } from '../adapters/postgres/sweep-store.ts';
import { resultBucket } from '../adapters/s3/result-bucket.ts';
import type { ResultStore, RunSweepStore } from '../domain/run/run-store.ts';
import type { SweepStore } from '../domain/stores.ts';
import { inPlaces } from '../flows/result-places.ts';
import { type Run, scheduled } from '../http/scheduled.ts';

interface Deps {
  readonly sweeps: SweepStore;
  readonly runSweeps: RunSweepStore;
  readonly results: Pick<ResultStore, 'remove'>;
}

/** Wallets that may fail before a run gives up: then it is not the wallets. */
const MAX_FAILURES = 10;

/**
 * Gives back the holds that nobody settled in time, lets lots run out (rule 5 of the ledger), and
 * forgets sessions that have expired, buckets that are full, results that are kept no longer and the
 * runs of users who were deleted. Whoever reads or writes a wallet
 * does the first two as well; this is for the wallets that nobody looks at. A wallet that fails
 * keeps neither the others from their turn nor the rest from being done.
 */
export async function sweep(now: Date, deps: Deps): Promise<Run> {
  const { sweeps } = deps;
  const due = await sweeps.dueWallets(now);
  const errors: unknown[] = [];
  for (const walletId of due) {
    if (errors.length === MAX_FAILURES) break;
    await sweeps.advance(walletId, now).catch((error: unknown) => errors.push(error));
  }
  const numbers = { due: due.length, failed: errors.length };
  if (errors.length === MAX_FAILURES) return { numbers, error: errors[0] };
  const sessions = await sweeps.forgetSessions(now);
  const buckets = await sweeps.forgetBuckets(now);
  const all = { ...numbers, sessions, buckets, ...(await forgetRuns(now, deps)) };
  return errors.length > 0 ? { numbers: all, error: errors[0] } : { numbers: all };
}

/** Files go before what names them, so that none is left that nobody knows of. */
async function forgetRuns(now: Date, { runSweeps, results }: Deps) {
  const due = await runSweeps.dueResults(now);
  for (const runId of due) {
    await results.remove(runId);
    await runSweeps.forgetResult(runId);
  }
  const orphans = await runSweeps.orphans(now);
  for (const runId of orphans) {
    await results.remove(runId);
    await runSweeps.removeRun(runId);
  }
  return { results: due.length, orphans: orphans.length };
}

export const handler = scheduled('sweep', sweep, (env) => ({
  sweeps: sweepStore(database(env)),
  runSweeps: runSweepStore(database(env)),
  results: inPlaces(
    resultStore(database(env)),
    env.resultBucket === undefined ? undefined : resultBucket(env.resultBucket),
  ),
}));
