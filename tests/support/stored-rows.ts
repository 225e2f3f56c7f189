import { type Kysely, sql } from 'kysely';
import type { Schema } from '../../functions/adapters/postgres/schema/schema.ts';

/** Every row of every table as JSON, in an order that is independent of the time of storing. */
export async function storedRows(
  db: Kysely<Schema>,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const rowsOf = (table: string) =>
    sql`select ${sql.lit(table)} as name, array(select to_jsonb(one)::text from ${sql.table(table)} one order by 1) as stored`;
  // One statement, because tests ask for all rows before and after nearly every call.
  const all = sql.join((await tableNames(db)).map(rowsOf), sql` union all `);
  const { rows } = await sql<{ name: string; stored: string[] }>`${all}`.execute(db);
  return Object.fromEntries(rows.map(({ name, stored }) => [name, stored]));
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

/** The tables of the product, without those of the migrator. Kysely's introspection would read every column, too. */
async function tableNames(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables
    where schemaname = 'public' and not starts_with(tablename, 'kysely_')
    order by tablename`.execute(db);
  return rows.map(({ tablename }) => tablename);
}
