import type { Kysely } from 'kysely';

/** The keys of services that call the API. Revoked ones stay, because entries name them. */
export function up(db: Kysely<never>): Promise<void> {
  return db.schema
    .createTable('service_keys')
    .ifNotExists()
    .addColumn('id', 'uuid', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('scopes', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('revoked_at', 'timestamptz')
    .execute();
}
