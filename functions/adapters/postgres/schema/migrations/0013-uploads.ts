import type { Kysely } from 'kysely';
import { createIndex } from '../ddl.ts';

/**
 * Files that users announced for their runs. A place is taken until a charged run names the upload:
 * a place that only one row can have keeps two calls at once within the budget.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('uploads')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('place', 'bigint')
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addUniqueConstraint('uploads_place', ['wallet_id', 'place'])
    .execute();
  await createIndex(db, { name: 'uploads_expires_at', table: 'uploads', columns: ['expires_at'] });
}
