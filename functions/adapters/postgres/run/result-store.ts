import type { Kysely } from 'kysely';
import type { ResultStore, RunSweepStore } from '../../../domain/run/run-store.ts';
import type { Schema } from '../schema/schema.ts';

/** How many bytes of a file one row has: 512 kB as base64, half of the limit of DSQL. */
const PIECE_BYTES = 384 * 1_024;

/**
 * Stores the files of results in the database, in pieces. Each piece is a statement of its own.
 * Nobody sees a file before its run has succeeded, and the files of a failed run are deleted.
 */
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

/** How many runs of each kind the sweep handles at once. */
const MAX_DUE = 200;

/** How many deleted users the sweep handles at once. */
const MAX_ERASURES = 20;

/** What the sweep reads and deletes of runs. All but `orphans` are one statement. */
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

/** Finds ended runs of deleted users, and forgets the deleted users who have no runs left. */
async function orphans(db: Kysely<Schema>, now: Date): Promise<readonly string[]> {
  const erasures = await db
    .selectFrom('erasures')
    .select('wallet_id')
    .orderBy('asked_at')
    .limit(MAX_ERASURES)
    .execute();
  const runIds: string[] = [];
  for (const { wallet_id: walletId } of erasures) {
    const runs = await db
      .selectFrom('runs')
      .where('wallet_id', '=', walletId)
      .select(['id', 'status', 'ends_by'])
      .limit(MAX_DUE)
      .execute();
    runIds.push(...runs.filter((run) => hasEnded(run, now)).map(({ id }) => id));
    if (runs.length > 0) continue;
    await db.deleteFrom('erasures').where('wallet_id', '=', walletId).execute();
  }
  return runIds;
}

/** Whether a run has ended. A running one would store its files after they were deleted. */
function hasEnded(run: Pick<Schema['runs'], 'status' | 'ends_by'>, now: Date): boolean {
  return run.status !== 'running' || run.ends_by <= now;
}
