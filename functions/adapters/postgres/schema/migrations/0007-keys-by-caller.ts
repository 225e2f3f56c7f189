import type { Kysely } from 'kysely';
import { addColumn } from '../ddl.ts';

/** The first caller of a key. Older rows do not have it, and older functions do not write it. */
export function up(db: Kysely<never>): Promise<void> {
  return addColumn(db, 'idempotency_keys', 'actor', 'text');
}
