import { type Kysely, sql } from 'kysely';
import { createIndex } from '../ddl.ts';

/** Users, their sessions and trials, and the ledger of their credits. */
export async function up(db: Kysely<never>): Promise<void> {
  await createUsers(db);
  await createSessions(db);
  await createUsedIdTokens(db);
  await createTrials(db);
  await createWallets(db);
  await createLots(db);
  await createEntries(db);
  await createIdempotencyKeys(db);
}

function createUsers(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('users')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('sub', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text')
    .addColumn('email_verified', 'boolean')
    .addColumn('family_name', 'text')
    .addColumn('given_name', 'text')
    .addColumn('locale', 'text')
    .addColumn('name', 'text')
    .addColumn('nickname', 'text')
    .addColumn('picture', 'text')
    .addColumn('updated_at', 'text')
    .addColumn('wallet_id', 'uuid', (column) => column.notNull().unique())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('saved_at', 'timestamptz', (column) => column.notNull())
    .execute();
}

async function createSessions(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('sessions')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('user_id', 'uuid', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_seen_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await createIndex(db, { name: 'sessions_user_id', table: 'sessions', columns: ['user_id'] });
}

function createUsedIdTokens(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('used_id_tokens')
    .ifNotExists()
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('forget_at', 'timestamptz', (column) => column.notNull())
    .execute();
}

function createTrials(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('trials')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('granted_at', 'timestamptz', (column) => column.notNull())
    .execute();
}

function createWallets(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('wallets')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('entry_count', 'bigint', (column) => column.notNull())
    .addColumn('available', 'bigint', (column) => column.notNull())
    .addColumn('held', 'bigint', (column) => column.notNull())
    .addColumn('owed', 'bigint', (column) => column.notNull())
    .addColumn('updated_at', 'timestamptz', (column) => column.notNull())
    .addCheckConstraint('wallets_never_negative', sql`available >= 0 and held >= 0 and owed >= 0`)
    .execute();
}

async function createLots(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('lots')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('remaining', 'bigint', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('granted_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addCheckConstraint('lots_within_amount', sql`remaining >= 0 and remaining <= amount`)
    .execute();
  await createIndex(db, { name: 'lots_wallet_id', table: 'lots', columns: ['wallet_id'] });
}

function createEntries(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('entries')
    .ifNotExists()
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('number', 'bigint', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('balance_before', 'bigint', (column) => column.notNull())
    .addColumn('balance_after', 'bigint', (column) => column.notNull())
    .addColumn('available_after', 'bigint', (column) => column.notNull())
    .addColumn('held_after', 'bigint', (column) => column.notNull())
    .addColumn('owed_after', 'bigint', (column) => column.notNull())
    .addColumn('lot_id', 'uuid')
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('idempotency_key', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('entries_pkey', ['wallet_id', 'number'])
    .addCheckConstraint('entries_add_up', sql`balance_before + amount = balance_after`)
    .execute();
}

function createIdempotencyKeys(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('idempotency_keys')
    .ifNotExists()
    .addColumn('wallet_id', 'uuid', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('response', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_pkey', ['wallet_id', 'key'])
    .addCheckConstraint('idempotency_keys_bounded', sql`char_length(key) between 1 and 255`)
    .execute();
}
