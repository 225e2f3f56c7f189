import { type Kysely, sql } from 'kysely';
import { createIndex } from '../ddl.ts';

/** Purchases, and the refunds and disputes that took them back. */
export async function up(db: Kysely<never>): Promise<void> {
  await createPurchases(db);
  await createReversals(db);
}

async function createPurchases(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('purchases')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('pack_id', 'text', (column) => column.notNull())
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('progress', 'text', (column) => column.notNull())
    .addColumn('payment_id', 'text', (column) => column.unique())
    .addColumn('taken_back', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('open_until', 'timestamptz', (column) => column.notNull())
    .addColumn('paid_at', 'timestamptz')
    .addCheckConstraint(
      'purchases_within_bargain',
      sql`amount_minor > 0 and taken_back >= 0 and taken_back <= credits`,
    )
    .execute();
  const columns = ['wallet_id', 'id'];
  await createIndex(db, { name: 'purchases_wallet_id', table: 'purchases', columns });
}

async function createReversals(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('reversals')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('purchase_id', 'uuid', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('noted_at', 'timestamptz', (column) => column.notNull())
    .execute();
  const columns = ['purchase_id'];
  await createIndex(db, { name: 'reversals_purchase_id', table: 'reversals', columns });
}
