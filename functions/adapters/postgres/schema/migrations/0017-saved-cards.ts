import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/**
 * Cards that buyers saved so that packs are bought by themselves, each with its rule. A purchase says
 * whether it saves a card or is paid by one, and a wallet below which balance a pack is bought.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('saved_cards')
    .ifNotExists()
    .addColumn('session_id', 'text', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('pack_id', 'text')
    .addColumn('currency', 'text')
    .addColumn('price_minor', 'bigint')
    .addColumn('monthly', 'bigint')
    .addColumn('attempt_id', 'uuid')
    .addColumn('failures', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz')
    .addColumn('saved_at', 'timestamptz', (column) => column.notNull())
    .execute();
  const where = sql<boolean>`due_at is not null`;
  await createIndex(db, {
    name: 'saved_cards_due',
    table: 'saved_cards',
    columns: ['due_at'],
    where,
  });
  await createIndex(db, {
    name: 'saved_cards_wallet',
    table: 'saved_cards',
    columns: ['wallet_id'],
  });
  await addColumn(db, 'purchases', 'card', 'text');
  await addColumn(db, 'wallets', 'top_up_below', 'bigint');
}
