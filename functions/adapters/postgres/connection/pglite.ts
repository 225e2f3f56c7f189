import { chmod, mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { INT8_OID, parseInt8 } from './server.ts';

/** PostgreSQL wants its data directory closed to others; the rows hold personal data. */
const OWNER_ONLY = 0o700;

/**
 * Starts the embedded Postgres on a directory, which it makes if there is none. PGlite recovers by
 * itself after its process was killed. It writes −42 as the process id into `postmaster.pid`, which
 * no process has. The operating system has the write-ahead log once a commit returns.
 */
export async function openPGlite(directory: string): Promise<PGlite> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, OWNER_ONLY);
  return PGlite.create(directory, { parsers: { [INT8_OID]: parseInt8 } });
}
