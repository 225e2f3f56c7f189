import type { PGlite } from '@electric-sql/pglite';
import { Kysely, PGliteDialect } from 'kysely';
import type { Schema } from '../schema/schema.ts';

/**
 * Opens the embedded database in a directory; nothing is read before the first query. PGlite has
 * one connection: Kysely's `RuntimeDriver` (`driver/runtime-driver.js`) queues for it behind a
 * mutex because `PGliteAdapter` says `supportsMultipleConnections: false`, although `PGliteDriver`
 * itself does nothing to keep transactions apart. `tests/integration/postgres/` holds it to that.
 */
export function openEmbedded(directory: string): {
  readonly db: Kysely<Schema>;
  /**
   * Closes once the work in hand is done: closing under it would leave it waiting for good. What
   * could not be opened needs no closing, and asking for a connection would open it once more.
   */
  close(): Promise<void>;
} {
  let opening: Promise<PGlite> | undefined;
  const dialect = new PGliteDialect({
    // Imported when it is opened, so that a Lambda's bundle can do without 20 MB of WebAssembly.
    pglite: () => {
      opening = import('./pglite.ts').then(({ openPGlite }) => openPGlite(directory));
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
