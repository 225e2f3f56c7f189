import type { Kysely } from 'kysely';
import { addColumn } from '../ddl.ts';

/** A run of a list goes on over several calls, and waits between them. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'runs', 'paused_at', 'timestamptz');
}
