import type { Kysely } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/** The checkout session of a purchase, and when we last asked about it. Older rows have neither. */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'purchases', 'session_id', 'text');
  await addColumn(db, 'purchases', 'asked_at', 'timestamptz');
  const columns = ['progress', 'created_at'];
  await createIndex(db, { name: 'purchases_progress', table: 'purchases', columns });
}
