import type { Kysely } from 'kysely';

/** The services of the operator that are told of events, and each call of them. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('webhook_endpoints')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull().unique())
    .addColumn('events', 'text', (column) => column.notNull())
    .addColumn('secret_number', 'bigint', (column) => column.notNull())
    .addColumn('former_until', 'timestamptz')
    .addColumn('key_check', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('disabled_at', 'timestamptz')
    .execute();
  await db.schema
    .createTable('webhook_tries')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('endpoint_id', 'uuid', (column) => column.notNull())
    .addColumn('message_id', 'uuid', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('duration_ms', 'bigint', (column) => column.notNull())
    .addColumn('status', 'bigint')
    .addColumn('failure', 'text')
    .addColumn('at', 'timestamptz', (column) => column.notNull())
    .execute();
}
