import { chmod, mkdir } from 'node:fs/promises';
import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { Schema } from '../schema/schema.ts';
import { INT8_OID, parseInt8 } from './server.ts';

/** PostgreSQL wants its data directory closed to others; the rows hold personal data. */
const OWNER_ONLY = 0o700;

/**
 * Opens the embedded database in a directory. PGlite reads nothing before the first query.
 *
 * PGlite has one connection, and `PGliteDriver` does nothing to keep transactions apart. Kysely's
 * `RuntimeDriver` (`driver/runtime-driver.js`) queues them behind a mutex, because `PGliteAdapter`
 * says `supportsMultipleConnections: false`. The tests in `tests/integration/postgres/` check this.
 */
export function openEmbedded(directory: string): {
  readonly db: Kysely<Schema>;
  /**
   * Waits for the running work, then closes. Work whose database closes under it would wait forever.
   * A database that failed to open is left alone: to ask for its connection would open it again.
   */
  close(): Promise<void>;
} {
  let opening: Promise<PGlite> | undefined;
  const dialect = new PGliteDialect({
    pglite: () => {
      opening = openPGlite(directory);
      return opening;
    },
  });
  const db = new Kysely<Schema>({ dialect });
  return {
    db,
    close: async () => {
      const isOpen = await opening?.then(
        () => true,
        () => false,
      );
      if (isOpen) await db.connection().execute(() => db.destroy());
    },
  };
}

/**
 * Starts the embedded Postgres on a directory, which it makes if there is none. PGlite recovers by
 * itself after its process was killed: it writes −42 as the process id into `postmaster.pid`, which
 * no process has, and the operating system has the write-ahead log once a commit returns.
 */
export async function openPGlite(directory: string): Promise<PGlite> {
  // Imported here, so that the bundle of a Lambda does without 20 MB of WebAssembly.
  const pglite = await import('@electric-sql/pglite');
  await mkdir(directory, { recursive: true });
  await chmod(directory, OWNER_ONLY);
  return pglite.PGlite.create(directory, { parsers: { [INT8_OID]: parseInt8 } });
}
