import type { Kysely } from 'kysely';
import { addColumn } from '../ddl.ts';

/**
 * A rule for top-ups fills up to a level, and its limit is money a month. Rules from before have a count
 * in `monthly` instead. A purchase has a short number for its receipt, which its seller counts by the
 * year; receipts from before have the purchase's id.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'saved_cards', 'up_to', 'bigint');
  await addColumn(db, 'saved_cards', 'most_minor', 'bigint');
  await addColumn(db, 'purchases', 'receipt_number', 'text');
  await db.schema
    .createTable('receipt_counters')
    .ifNotExists()
    .addColumn('series', 'text', (column) => column.primaryKey())
    .addColumn('last', 'bigint', (column) => column.notNull())
    .execute();
}
