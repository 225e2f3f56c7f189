import type { Kysely } from 'kysely';

/**
 * The buckets that calls are counted against. No index on the time: rows live for minutes, and an
 * update that touches no index is the cheapest there is.
 */
export function up(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('rate_limits')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('full_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
