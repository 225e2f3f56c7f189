import { fileURLToPath } from 'node:url';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect, sql } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { type AwsCredentials, isDsql } from './dsql-token.ts';
import { openServer } from './server.ts';

export type Database = Kysely<Schema>;

interface Opened {
  readonly db: Kysely<Schema>;
  close(): Promise<void>;
}

const opened = new Map<string, Opened>();

/**
 * Opens the database of a URL, once per process. `postgres:` and `postgresql:` name a server, and
 * `file:` the directory of an embedded database (absolute, as `pathToFileURL` writes it). Nothing
 * connects before the first query. An Aurora DSQL cluster is opened once for each set of credentials.
 *
 * @throws TypeError for a text that is no URL, or a URL of another scheme
 */
export function database({
  databaseUrl,
  awsCredentials,
}: {
  readonly databaseUrl: string;
  /** For Aurora DSQL, which has no passwords. */
  readonly awsCredentials?: AwsCredentials;
}): Kysely<Schema> {
  const name = isDsql(databaseUrl) ? `${databaseUrl} ${awsCredentials?.accessKeyId}` : databaseUrl;
  const existing = opened.get(name);
  if (existing) return existing.db;
  const made = open(databaseUrl, awsCredentials);
  opened.set(name, made);
  return made.db;
}

/**
 * Closes every database of this process, each after its running transactions. A transaction that
 * begins meanwhile fails, so this is for the end of a process or a test.
 */
export async function closeDatabases(): Promise<void> {
  const all = [...opened.values()];
  opened.clear();
  await Promise.all(all.map((one) => one.close()));
}

function open(databaseUrl: string, credentials: AwsCredentials | undefined): Opened {
  const { protocol } = new URL(databaseUrl);
  if (protocol === 'file:') return openEmbedded(fileURLToPath(databaseUrl));
  if (protocol === 'postgres:' || protocol === 'postgresql:') {
    const db = openServer(databaseUrl, credentials);
    return { db, close: () => db.destroy() };
  }
  // The message names the scheme alone, because the URL may hold a password.
  throw new TypeError(
    `The database URL has the scheme "${protocol}"; use postgres://… or file:///directory.`,
  );
}

export interface Health {
  /** Resolves when the database answers, rejects when it does not. */
  ping(): Promise<void>;
}

export function health(db: Kysely<Schema>): Health {
  return {
    ping: async () => {
      await sql`select 1`.execute(db);
    },
  };
}

/**
 * Opens the embedded database in a directory. PGlite reads nothing before the first query.
 *
 * PGlite has one connection, and `PGliteDriver` does nothing to keep transactions apart. Kysely's
 * `RuntimeDriver` (`driver/runtime-driver.js`) queues them behind a mutex, because `PGliteAdapter`
 * says `supportsMultipleConnections: false`. The tests in `tests/integration/postgres/` check this.
 */
function openEmbedded(directory: string): Opened {
  let opening: Promise<PGlite> | undefined;
  const dialect = new PGliteDialect({
    pglite: () => {
      // Imported when it is opened, so that the bundle of a Lambda does without 20 MB of WebAssembly.
      opening = import('./pglite.ts').then(({ openPGlite }) => openPGlite(directory));
      return opening;
    },
  });
  const db = new Kysely<Schema>({ dialect });
  return {
    db,
    // Waits for the running work, which would otherwise wait forever. A database that failed to open
    // is left alone: to ask for its connection would open it again.
    close: async () => {
      const isOpen = await opening?.then(
        () => true,
        () => false,
      );
      if (isOpen) await db.connection().execute(() => db.destroy());
    },
  };
}
