import { chmod, mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { preparedStatements, type RunStatement } from './prepared-statements.ts';
import { INT8_OID, parseInt8 } from './server.ts';

/** The embedded Postgres. Its one connection runs each statement at once: callers take turns. */
export interface EmbeddedDatabase {
  readonly run: RunStatement;
  readonly close: () => Promise<void>;
}

/** PostgreSQL wants its data directory closed to others; the rows hold personal data. */
const OWNER_ONLY = 0o700;

/**
 * Starts the embedded Postgres on a directory, which it makes if there is none. PGlite recovers by
 * itself after its process was killed. It writes −42 as the process id into `postmaster.pid`, which
 * no process has. The operating system has the write-ahead log once a commit returns.
 */
export async function openPGlite(directory: string): Promise<EmbeddedDatabase> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, OWNER_ONLY);
  const db = await PGlite.create(directory, { parsers: { [INT8_OID]: parseInt8 } });
  return { run: preparedStatements(db), close: () => db.close() };
}
