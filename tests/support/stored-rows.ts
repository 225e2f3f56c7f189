import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';

/** Every row of every table as JSON, in an order that is independent of the time of storing. */
export async function storedRows(
  db: Kysely<Schema>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const all: Record<string, readonly string[]> = {};
  for (const table of await tableNames(db)) {
    const { rows } = await sql`select * from ${sql.table(table)}`.execute(db);
    all[table] = rows.map((row) => JSON.stringify(row)).toSorted();
  }
  return all;
}

/** How many rows each table has. */
export async function rowCounts(db: Kysely<Schema>): Promise<Readonly<Record<string, number>>> {
  const tables = Object.entries(await storedRows(db));
  return Object.fromEntries(tables.map(([table, rows]) => [table, rows.length]));
}

/** Empties every table. */
export async function deleteRows(db: Kysely<Schema>): Promise<void> {
  for (const table of await tableNames(db)) await sql`delete from ${sql.table(table)}`.execute(db);
}

/** The tables of the product, from the database's catalogue, without those of the migrator. */
async function tableNames(db: Kysely<Schema>): Promise<readonly string[]> {
  const tables = await db.introspection.getTables();
  return tables.map(({ name }) => name);
}
