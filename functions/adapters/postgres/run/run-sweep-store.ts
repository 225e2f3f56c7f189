import type { Kysely } from 'kysely';
import type { RunSweepStore } from '../../../domain/run/run-store.ts';
import type { Schema } from '../schema/schema.ts';

/** Runs that one run of the sweep deals with, of each kind. */
const MAX_DUE = 200;

/** Deleted users whose runs one run of the sweep looks at. */
const MAX_ERASURES = 20;

/** What the sweep reads and writes about runs. Each is one statement, but for the last. */
export function runSweepStore(db: Kysely<Schema>): RunSweepStore {
  return {
    dueResults: async (now) => {
      const rows = await db
        .selectFrom('runs')
        .where('is_kept', '=', true)
        .where('kept_until', '<=', now)
        .select('id')
        .orderBy('kept_until')
        .limit(MAX_DUE)
        .execute();
      return rows.map(({ id }) => id);
    },
    forgetResult: async (runId) => {
      await db
        .updateTable('runs')
        .set({ result: null, sentences: null, is_kept: false })
        .where('id', '=', runId)
        .execute();
    },
    orphans: (now) => orphans(db, now),
    removeRun: async (runId) => {
      await db.deleteFrom('runs').where('id', '=', runId).execute();
    },
  };
}

/** Also forgets the deleted users who have no runs left. */
async function orphans(db: Kysely<Schema>, now: Date): Promise<readonly string[]> {
  const erasures = await db
    .selectFrom('erasures')
    .select('wallet_id')
    .orderBy('asked_at')
    .limit(MAX_ERASURES)
    .execute();
  const found: string[] = [];
  for (const { wallet_id: walletId } of erasures) {
    const runs = await db
      .selectFrom('runs')
      .where('wallet_id', '=', walletId)
      .select(['id', 'status', 'ends_by'])
      .limit(MAX_DUE)
      .execute();
    found.push(...runs.filter((run) => hasEnded(run, now)).map(({ id }) => id));
    if (runs.length > 0) continue;
    await db.deleteFrom('erasures').where('wallet_id', '=', walletId).execute();
  }
  return found;
}

/** A run that is under way would leave its files behind. */
function hasEnded(run: Pick<Schema['runs'], 'status' | 'ends_by'>, now: Date): boolean {
  return run.status !== 'running' || run.ends_by <= now;
}
