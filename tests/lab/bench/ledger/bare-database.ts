import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
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

/** Opens a database by its URL; a server gets as many connections as there are lanes. */
export async function openBare(databaseUrl: string, lanes: number): Promise<BareDatabase> {
  const { protocol } = new URL(databaseUrl);
  return protocol === 'file:' ? openEmbedded(databaseUrl) : openServer(databaseUrl, lanes);
}

function openServer(databaseUrl: string, lanes: number): BareDatabase {
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

/** PGlite has one connection, which all work shares. */
async function openEmbedded(databaseUrl: string): Promise<BareDatabase> {
  const parsers = { [INT8_OID]: parseInt8 };
  const database = await PGlite.create(fileURLToPath(databaseUrl), { parsers });
  const query: Query = async (text, values) =>
    (await database.query<Readonly<Record<string, unknown>>>(text, [...values])).rows;
  let last: Promise<unknown> = Promise.resolve();
  const alone = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
  return {
    query: (text, values) => alone(() => query(text, values)),
    onConnection: (work) => alone(() => work(query)),
    close: () => database.close(),
  };
}
