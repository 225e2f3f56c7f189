import { type Kysely, type RawBuilder, sql } from 'kysely';
import { LockFreeAdapter } from '../connection/database.ts';

interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Only rows with this condition are in the index; queries must have it word for word. */
  readonly where?: RawBuilder<boolean>;
}

/**
 * Aurora DSQL builds indexes in the background: its statement is `CREATE INDEX ASYNC`. It has partial
 * indexes since September 15, 2026 ("Release notes for Aurora DSQL" in its user guide).
 */
export async function createIndex(db: Kysely<never>, index: Index): Promise<void> {
  const { adapter } = db.getExecutor();
  const asynchronous = adapter instanceof LockFreeAdapter && adapter.indexesAsynchronously;
  const columns = sql.join(index.columns.map((column) => sql.ref(column)));
  const how = asynchronous ? sql`index async` : sql`index`;
  const condition = index.where ? sql` where ${index.where}` : sql``;
  await sql`create ${how} if not exists ${sql.ref(index.name)} on ${sql.table(index.table)} (${columns})${condition}`.execute(
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
