import { type Kysely, sql } from 'kysely';
import { createIndex } from '../ddl.ts';

/**
 * Data that outlives a deleted account, refunds that we owe, and the position of the sweep. The
 * indexes hold the lots that still count: millions may be spent.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await createDepartures(db);
  await createOwedRefunds(db);
  await createSweepPositions(db);
  const isOpen = sql<boolean>`remaining > 0 or held > 0 or owed > 0`;
  await createIndex(db, { ...lots('open', 'wallet_id'), where: isOpen });
  await createIndex(db, { ...lots('due', 'expires_at'), where: sql<boolean>`remaining > 0` });
  await sql`drop index if exists lots_expires_at`.execute(db);
}

function lots(name: string, column: string) {
  return { name: `lots_${name}`, table: 'lots', columns: [column] } as const;
}

async function createDepartures(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('departures')
    .ifNotExists()
    .addColumn('wallet_id', 'uuid', (column) => column.primaryKey())
    .addColumn('sub_key', 'text', (column) => column.notNull())
    .addColumn('address_key', 'text')
    .addColumn('left_at', 'timestamptz', (column) => column.notNull())
    .execute();
  for (const column of ['sub_key', 'address_key']) {
    await createIndex(db, { name: `departures_${column}`, table: 'departures', columns: [column] });
  }
}

async function createOwedRefunds(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('owed_refunds')
    .ifNotExists()
    .addColumn('purchase_id', 'uuid', (column) => column.primaryKey())
    .addColumn('payment_id', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount_minor', 'bigint', (column) => column.notNull())
    .addColumn('owed_since', 'timestamptz', (column) => column.notNull())
    .addColumn('tries', 'bigint', (column) => column.notNull())
    .addColumn('next_try_at', 'timestamptz', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('refund_id', 'text')
    .addColumn('settled_at', 'timestamptz')
    .execute();
  const columns = ['state', 'next_try_at'];
  await createIndex(db, { name: 'owed_refunds_next', table: 'owed_refunds', columns });
}

function createSweepPositions(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('sweep_positions')
    .ifNotExists()
    .addColumn('part', 'text', (column) => column.primaryKey())
    .addColumn('position', 'text')
    .addColumn('forgotten_before', 'timestamptz')
    .execute();
}
