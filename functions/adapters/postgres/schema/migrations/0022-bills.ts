import type { Kysely } from 'kysely';
import { addColumn } from '../ddl.ts';

/**
 * A payment has parts: a discount, tax and the money that moved; and the buyer's country and an invoice.
 * A refund has a credit note, which says how much of it is tax. Rows from before have none of these.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['discount_minor', 'tax_minor', 'paid_minor']) {
    await addColumn(db, 'purchases', column, 'bigint');
  }
  await addColumn(db, 'purchases', 'country', 'text');
  await addColumn(db, 'purchases', 'invoice_id', 'text');
  await addColumn(db, 'reversals', 'credit_note_id', 'text');
  await addColumn(db, 'reversals', 'tax_minor', 'bigint');
}
