import type { Kysely } from 'kysely';
import type { ResultStore, RunSweepStore } from '../../../domain/run/run-store.ts';
import type { Schema } from '../schema/schema.ts';

/** How much of a file goes into one row, in bytes: 512 kB as base64, half of what DSQL takes. */
const PIECE_BYTES = 384 * 1_024;

/**
 * The files of results in the database, in pieces. Each piece is a statement of its own: nobody sees
 * a file before its run has succeeded, and what never does is deleted with the run.
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

/** A file of no bytes has one piece, by which it is known to be there. */
function piecesOf(content: Uint8Array): readonly string[] {
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  const count = Math.max(1, Math.ceil(bytes.length / PIECE_BYTES));
  return Array.from({ length: count }, (_, index) =>
    bytes.subarray(index * PIECE_BYTES, (index + 1) * PIECE_BYTES).toString('base64'),
  );
}

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
