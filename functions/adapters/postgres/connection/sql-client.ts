import type { Pool } from 'pg';
import { type DatabaseAddress, serverPool } from './server.ts';
import { type Sql, type SqlClient, sql, statementText } from './sql.ts';
import { systemPacing, untilNoConflict } from './transact.ts';

/** Asks a server without Kysely, which starts sooner (decision 0033), on the same connections. */
export function sqlClient(address: DatabaseAddress): SqlClient {
  const isEmbedded = new URL(address.databaseUrl).protocol === 'file:';
  return isEmbedded ? embeddedClient(address) : poolClient(serverPool(address));
}

/** Resolves when the database answers, rejects when it does not. */
export async function ping(client: SqlClient): Promise<void> {
  await client.query(sql`select 1`);
}

/** A bucket that is full at once: the sweep deletes it, and nobody calls under this name. */
const healthRow = (now: Date): Sql => sql`
  insert into rate_limits (key, full_at) values ('health', ${now})
  on conflict (key) do update set full_at = excluded.full_at`;

/** Writes one row, always the same. @throws the database's error where it takes no writes */
export async function writeToDatabase(client: SqlClient, now: Date): Promise<void> {
  await untilNoConflict(() => client.query(healthRow(now)), systemPacing);
}

/**
 * Writes the row, and a file of 200 kB for as long as the statement takes: a sort with too little memory
 * for it. On a full disk a row still finds place in the pages that there are, but no file grows. The
 * sort needs the text of the setting, so the setting comes first.
 * @throws the database's error where it takes no writes, or its disk is full
 */
export async function writeToDisk(client: SqlClient, now: Date): Promise<void> {
  await client.query(sql`
    with written as (${healthRow(now)}),
      memory as materialized (select set_config('work_mem', '64kB', true) as size)
    select count(filling) from memory, lateral (
      select repeat(size, 40) as filling from generate_series(1, 1000) number
      order by -number) sorted`);
}

/** Asks on connections that others may share. */
export function poolClient(pool: Pool): SqlClient {
  return {
    query: async <Row extends object>(statement: Sql) => {
      // Not the pool's own `query`, which closes a connection whose statement fails.
      const connection = await pool.connect();
      try {
        const values: unknown[] = [];
        const { rows } = await connection.query<Row>(statementText(statement, values), values);
        return rows;
      } finally {
        connection.release();
      }
    },
  };
}

/** Imported when it is asked, because no Lambda has an embedded database. */
function embeddedClient(address: DatabaseAddress): SqlClient {
  let opening: Promise<SqlClient> | undefined;
  const open = async () => {
    const { database, sqlClientOf } = await import('./database.ts');
    return sqlClientOf(database(address));
  };
  return {
    query: async <Row extends object>(statement: Sql) => {
      opening ??= open();
      return (await opening).query<Row>(statement);
    },
  };
}
