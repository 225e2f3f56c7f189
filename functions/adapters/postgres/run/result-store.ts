import { type Kysely, sql } from 'kysely';
import type { ResultStore, RunSweepStore } from '../../../domain/run/run-store.ts';
import { type StoreTools, systemTools } from '../connection/store-tools.ts';
import { type Pacing, untilNoConflict } from '../connection/transact.ts';
import { nextDue } from '../retention/due-rows.ts';
import { readPosition, writePosition } from '../retention/sweep-positions.ts';
import type { Schema } from '../schema/schema.ts';

/** How many bytes of a file one row has: 512 kB as base64, half of the limit of DSQL. */
const PIECE_BYTES = 384 * 1_024;

/** Stores files in pieces, a statement each. Nobody sees one before its run has succeeded. */
export function resultStore(db: Kysely<Schema>): ResultStore {
  return {
    put: async (runId, name, content) => {
      for (const [number, piece] of piecesOf(content).entries()) {
        const row = { run_id: runId, name, number, content: piece };
        await db.insertInto('run_files').values(row).execute();
      }
    },
    get: async (runId, name) => {
      const rows = await db
        .selectFrom('run_files')
        .where('run_id', '=', runId)
        .where('name', '=', name)
        .select('content')
        .orderBy('number')
        .execute();
      if (rows.length === 0) return undefined;
      return Buffer.concat(rows.map(({ content }) => Buffer.from(content, 'base64')));
    },
    remove: async (runId) => {
      await db.deleteFrom('run_files').where('run_id', '=', runId).execute();
    },
  };
}

/** An empty file has one empty piece, which shows that the file exists. */
function piecesOf(content: Uint8Array): readonly string[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES).toString('base64'),
  );
}

/** How many runs of a deleted user the sweep handles at once. */
const MAX_ORPHANS = 200;

/** The condition is that of the index `runs_kept_until`. */
const kept = { table: 'runs', id: 'id', at: 'kept_until', is: sql`is_kept = true` } as const;

/** The runs that the sweep reads and deletes. */
export function runSweepStore(
  db: Kysely<Schema>,
  { pacing }: Pick<StoreTools, 'pacing'> = systemTools,
): RunSweepStore {
  return {
    dueResults: (now) => nextDue(db, kept, now, pacing),
    forgetResult: async (runId) => {
      await db
        .updateTable('runs')
        .set({
          result: null,
          sentences: null,
          title: null,
          input: null,
          share_token: null,
          is_kept: false,
        })
        .where('id', '=', runId)
        .execute();
    },
    orphans: (now) => orphans(db, now, pacing),
    removeRun: async (runId) => {
      await db.deleteFrom('runs').where('id', '=', runId).execute();
    },
  };
}

/**
 * Finds ended runs of the next deleted user, and forgets that user if there are none left. Runs that
 * began after the deletion stay: the user came back to the wallet.
 */
async function orphans(
  db: Kysely<Schema>,
  now: Date,
  pacing: Pacing,
): Promise<readonly string[] | undefined> {
  const stored = await readPosition(db, 'erasures');
  const [erasure] = await db
    .selectFrom('erasures')
    .selectAll()
    .$if(stored !== null, (query) => query.where('wallet_id', '>', stored))
    .orderBy('wallet_id')
    .limit(1)
    .execute();
  const position = erasure?.wallet_id ?? null;
  if (position !== stored) {
    await untilNoConflict(() => writePosition(db, 'erasures', position), pacing);
  }
  if (!erasure) return undefined;
  const runs = await db
    .selectFrom('runs')
    .where('wallet_id', '=', erasure.wallet_id)
    .where('started_at', '<=', erasure.asked_at)
    .select(['id', 'status', 'ends_by'])
    .limit(MAX_ORPHANS)
    .execute();
  if (runs.length === 0) {
    await db.deleteFrom('erasures').where('wallet_id', '=', erasure.wallet_id).execute();
  }
  return runs.filter((run) => hasEnded(run, now)).map(({ id }) => id);
}

/** Whether a run has ended. A running one would store its files after they were deleted. */
function hasEnded(run: Pick<Schema['runs'], 'status' | 'ends_by'>, now: Date): boolean {
  return run.status !== 'running' || run.ends_by <= now;
}
