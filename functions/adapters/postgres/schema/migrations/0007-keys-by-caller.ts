import type { Kysely } from 'kysely';
import { addColumn } from '../ddl.ts';

/** Who came with a key first. Rows from before do not say, and neither do those of older functions. */
export function up(db: Kysely<never>): Promise<void> {
  return addColumn(db, 'idempotency_keys', 'actor', 'text');
}
