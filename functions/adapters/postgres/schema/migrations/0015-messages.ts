import { type Kysely, sql } from 'kysely';
import { addColumn, createIndex } from '../ddl.ts';

/**
 * The outbox gets a sender: where a message goes, when its next try is due, and what came of it.
 * Older rows have no state, and nobody sends them. Users' choices of messages and mailboxes that
 * take no mail get tables, too.
 */
export async function up(db: Kysely<never>): Promise<void> {
  for (const column of ['receiver', 'state', 'failure']) {
    await addColumn(db, 'outbox', column, 'text');
  }
  for (const column of ['due_at', 'give_up_at']) {
    await addColumn(db, 'outbox', column, 'timestamptz');
  }
  await addColumn(db, 'outbox', 'tries', 'bigint');
  const where = sql<boolean>`state = 'waiting'`;
  await createIndex(db, { name: 'outbox_due', table: 'outbox', columns: ['due_at'], where });
  const columns = ['receiver', 'created_at', 'id'];
  await createIndex(db, { name: 'outbox_queue', table: 'outbox', columns, where });
  await addColumn(db, 'users', 'language', 'text');
  await addColumn(db, 'users', 'unwanted_mail', 'text');
  await addColumn(db, 'wallets', 'own_low_mark', 'bigint');
  await addColumn(db, 'lots', 'told_days', 'bigint');
  await createStoppedMailboxes(db);
}

function createStoppedMailboxes(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('stopped_mailboxes')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('stopped_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
