import { type Kysely, sql } from 'kysely';
import { LockFreeAdapter } from '../connection/server.ts';

/**
 * Creates an index unless there is one of that name. Aurora DSQL builds indexes in the background
 * only and wants to be told so: `CREATE INDEX ASYNC`.
 */
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
