import type { Kysely } from 'kysely';
import type { ResultStore } from '../../../domain/run/run-store.ts';
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
