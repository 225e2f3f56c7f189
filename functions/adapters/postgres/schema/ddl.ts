import { type Kysely, sql } from 'kysely';
import { LockFreeAdapter } from '../connection/database.ts';

/** Aurora DSQL builds indexes in the background: its statement is `CREATE INDEX ASYNC`. */
export async function createIndex(
  db: Kysely<never>,
  index: { readonly name: string; readonly table: string; readonly columns: readonly string[] },
): Promise<void> {
  const { adapter } = db.getExecutor();
  const asynchronous = adapter instanceof LockFreeAdapter && adapter.indexesAsynchronously;
  const columns = sql.join(index.columns.map((column) => sql.ref(column)));
  const how = asynchronous ? sql`index async` : sql`index`;
  await sql`create ${how} if not exists ${sql.ref(index.name)} on ${sql.table(index.table)} (${columns})`.execute(
    db,
  );
}

/** The column may be null and has no default: Aurora DSQL's ALTER TABLE can add no other. */
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
