import type { Kysely } from 'kysely';

/**
 * The buckets that count calls. The time has no index: rows live for minutes, and an update without
 * an index is the cheapest.
 */
export function up(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('rate_limits')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('full_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
