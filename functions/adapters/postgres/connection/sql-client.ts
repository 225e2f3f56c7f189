import type { Pool } from 'pg';
import { type DatabaseAddress, serverPool } from './server.ts';
import { type Sql, type SqlClient, sql, textOf } from './sql.ts';

/**
 * Asks a server without Kysely, so that what every visit calls starts sooner (decision 0033). The
 * client shares its connections with `database` for the same URL.
 */
export function sqlClient(address: DatabaseAddress): SqlClient {
  const isEmbedded = new URL(address.databaseUrl).protocol === 'file:';
  return isEmbedded ? embeddedClient(address) : poolClient(serverPool(address));
}

/** Resolves when the database answers, rejects when it does not. */
export async function ping(client: SqlClient): Promise<void> {
  await client.query(sql`select 1`);
}

/** Asks on connections that others may share. */
export function poolClient(pool: Pool): SqlClient {
  return {
    query: async <Row extends object>(statement: Sql) => {
      // Not the pool's own `query`, which closes a connection whose statement fails.
      const connection = await pool.connect();
      try {
        const values: unknown[] = [];
        const { rows } = await connection.query<Row>(textOf(statement, values), values);
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
