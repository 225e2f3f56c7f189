import type { Kysely } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/**
 * The chain of hashes over the entries of a wallet, and the checkpoints of the audit. Older entries
 * have no hash: the chain of a wallet begins with its next entry, and the audit covers those before.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await addColumn(db, 'entries', 'effects', 'text');
  await addColumn(db, 'entries', 'hash', 'text');
  await addColumn(db, 'wallets', 'head', 'text');
  await db.schema
    .createTable('audit_checkpoints')
    .ifNotExists()
    .addColumn('wallet_id', 'uuid', (column) => column.primaryKey())
    .addColumn('entry_count', 'bigint', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('seal', 'text', (column) => column.notNull())
    .addColumn('read_at', 'timestamptz')
    .execute();
  const columns = ['read_at'];
  await createIndex(db, { name: 'audit_checkpoints_read', table: 'audit_checkpoints', columns });
}
