import type { Kysely } from 'kysely';
import { createIndex } from '../ddl.ts';

/**
 * The places of uploads belong to a subject and no longer to a wallet, which a deletion replaces. The
 * column `uploads.place` stays for functions of before; what they wrote there counts no more.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('upload_places')
    .ifNotExists()
    .addColumn('sub_key', 'text', (column) => column.notNull())
    .addColumn('place', 'bigint', (column) => column.notNull())
    .addColumn('upload_id', 'uuid', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .addPrimaryKeyConstraint('upload_places_pkey', ['sub_key', 'place'])
    .execute();
  for (const column of ['upload_id', 'expires_at']) {
    const index = { name: `upload_places_${column}`, table: 'upload_places', columns: [column] };
    await createIndex(db, index);
  }
}
