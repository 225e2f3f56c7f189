import pg from 'pg';
import { INT8_OID, parseInt8 } from '../../../../functions/adapters/postgres/connection/server.ts';

/** Runs a statement and returns its rows. */
export type Query = (
  text: string,
  values: readonly unknown[],
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** A database with nothing but its driver. */
export interface BareDatabase {
  readonly query: Query;
  /** Work on one connection, which is exclusive meanwhile. */
  readonly onConnection: <T>(work: (query: Query) => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
}

/** Opens a server's database by its URL, with as many connections as there are lanes. */
export function openBare(databaseUrl: string, lanes: number): BareDatabase {
  const getTypeParser = (oid: number, format?: 'text' | 'binary') =>
    oid === INT8_OID ? parseInt8 : pg.types.getTypeParser(oid, format);
  const types = { getTypeParser };
  const pool = new pg.Pool({ connectionString: databaseUrl, max: lanes, types });
  // A pool has ended before its connections have, which hear that the server ends.
  pool.on('error', () => undefined);
  return {
    query: async (text, values) => (await pool.query(text, [...values])).rows,
    onConnection: async (work) => {
      const client = await pool.connect();
      try {
        return await work(async (text, values) => (await client.query(text, [...values])).rows);
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
