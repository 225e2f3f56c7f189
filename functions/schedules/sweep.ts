import { sweepStore } from '../adapters/postgres/ledger/sweep-store.ts';
import { runSweepStore } from '../adapters/postgres/run/result-store.ts';
import { uploadSweepStore } from '../adapters/postgres/upload/upload-store.ts';
import { uploadBucket } from '../adapters/s3/upload-bucket.ts';
import { forSchedule, type ScheduledJob } from '../callers/for-schedule.ts';
import type { DueWork, SweepStore } from '../domain/ledger/ledger-store.ts';
import type { ResultStore, RunSweepStore } from '../domain/run/run-store.ts';
import { resultStores } from '../runs/result-stores.ts';
import { uploadSettings } from '../settings.ts';

interface Deps {
  readonly sweeps: SweepStore;
  readonly runSweeps: RunSweepStore;
  readonly results: Pick<ResultStore, 'remove'>;
  readonly uploads: DueWork;
}

/** After so many failures a part ends. The next run goes on behind them. */
const MAX_FAILURES = 10;

/** How many reads of due work a part of one run makes. The next run does the rest. */
const MAX_READS = 100;

/** How many of what failed the log names. */
const MAX_NAMED = 10;

interface Failure {
  /** The part of the sweep, and the id of the wallet or the run, if it is one that failed. */
  readonly what: string;
  readonly error: unknown;
}

/**
 * Expires holds and lots of wallets that nobody uses (rule 5 of the ledger), and deletes what is no
 * longer kept (`domain/retention/retention.ts`). The parts run side by side, and each goes past what
 * fails: a broken wallet stops neither the other wallets nor the erasures of deleted users.
 * @returns how many each part has done, what failed, and the first error
 */
export async function sweep(now: Date, deps: Deps): Promise<ScheduledJob> {
  const failures: Failure[] = [];
  const parts = Object.entries(partsOf(deps)).map(async ([name, run]) => {
    const note = (error: unknown, id?: string) => {
      failures.push({ what: id === undefined ? name : `${name} ${id}`, error });
    };
    const done = await run(now, note).catch((error: unknown) => note(error));
    return [name, done ?? 0] as const;
  });
  const numbers = Object.fromEntries(await Promise.all(parts));
  const job = { numbers, counts: { SweepFailures: failures.length } };
  const [first] = failures;
  if (!first) return job;
  return {
    ...job,
    failed: failures.slice(0, MAX_NAMED).map(({ what }) => what),
    error: first.error,
  };
}

/** Does its part, notes each failure, and returns how much it has done. */
type Part = (now: Date, note: (error: unknown, id: string) => void) => Promise<number>;

function partsOf({ sweeps, runSweeps, results, uploads }: Deps): Readonly<Record<string, Part>> {
  const { holds, lots, forget } = sweeps;
  // Files go before the rows that name them, so that no file stays unknown.
  const without = (finish: (runId: string) => Promise<void>) => async (runId: string) => {
    await results.remove(runId);
    await finish(runId);
  };
  const { dueResults, forgetResult, orphans, removeRun } = runSweeps;
  return {
    holds: partOf(holds),
    lots: partOf(lots),
    results: partOf({ due: dueResults, settle: without(forgetResult) }),
    orphans: partOf({ due: orphans, settle: without(removeRun) }),
    uploads: partOf(uploads),
    ...forget,
  };
}

function partOf({ due, settle }: DueWork): Part {
  return async (now, note) => {
    let [done, failures] = [0, 0];
    for (let reads = 0; reads < MAX_READS && failures < MAX_FAILURES; reads += 1) {
      const ids = await due(now);
      if (ids === undefined) break;
      for (const id of ids) {
        try {
          await settle(id, now);
          done += 1;
        } catch (error) {
          failures += 1;
          note(error, id);
        }
      }
    }
    return done;
  };
}

export const handler = forSchedule('sweep', sweep, (db, env) => ({
  sweeps: sweepStore(db),
  runSweeps: runSweepStore(db),
  results: resultStores(db, env),
  uploads: uploadSweepStore(db, uploadBucket(uploadSettings(env))),
}));
