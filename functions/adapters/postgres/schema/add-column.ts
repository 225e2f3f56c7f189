import { type Kysely, sql } from 'kysely';

/**
 * Adds a column unless the table has one of that name. It may be null and has no default, which is
 * all that Aurora DSQL's ALTER TABLE can add.
 */
export async function addColumn(
  db: Kysely<never>,
  table: string,
  column: string,
  type: 'bigint' | 'text' | 'timestamptz' | 'uuid',
): Promise<void> {
  await sql`alter table ${sql.table(table)} add column if not exists ${sql.ref(column)} ${sql.raw(type)}`.execute(
    db,
  );
}
