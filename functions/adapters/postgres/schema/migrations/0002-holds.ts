import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/**
 * Holds, where each lot's credits are, what an entry is about, the mark of a low balance, and the
 * outbox. New columns of existing tables may be null in the database. The migration fills in the
 * existing rows, and the product writes every later row whole.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addToLots(db);
  await addToEntries(db);
  await addColumn(db, 'wallets', 'low_mark', 'bigint');
  await createHolds(db);
  await createOutbox(db);
}

async function addToLots(db: Kysely<never>): Promise<void> {
  for (const column of ['held', 'owed', 'expired', 'refunded']) {
    await addColumn(db, 'lots', column, 'bigint');
  }
  await sql`update lots set held = 0, owed = 0, expired = 0, refunded = 0 where held is null`.execute(
    db,
  );
  await createIndex(db, { name: 'lots_expires_at', table: 'lots', columns: ['expires_at'] });
}

async function addToEntries(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'entries', 'hold_id', 'uuid');
  await addColumn(db, 'entries', 'quantity', 'bigint');
  await sql`update entries set quantity = abs(amount) where quantity is null`.execute(db);
}

async function createHolds(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('holds')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('split', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('captured', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addCheckConstraint('holds_hold_something', sql`amount > 0`)
    .execute();
  const due = ['wallet_id', 'state', 'expires_at'];
  await createIndex(db, { name: 'holds_due', table: 'holds', columns: due });
  await createIndex(db, { name: 'holds_open', table: 'holds', columns: ['state', 'expires_at'] });
}

function createOutbox(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('outbox')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('sent_at', 'timestamptz')
    .execute();
}
