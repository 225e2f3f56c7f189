import { chmod, mkdir } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { INT8_OID, parseInt8 } from './int8.ts';

/** As Postgres' server wants it: there are people in it, and the folder above may be open. */
const OWNER_ONLY = 0o700;

/**
 * Starts the embedded Postgres on a directory, made if it is missing. It recovers by itself from a
 * process that was killed: PGlite writes −42 as the process id into `postmaster.pid`, which no
 * process has, and the write-ahead log is in the operating system's hands once a commit returns.
 */
export async function openPGlite(directory: string): Promise<PGlite> {
  await mkdir(directory, { recursive: true });
  await chmod(directory, OWNER_ONLY);
  return PGlite.create(directory, { parsers: { [INT8_OID]: parseInt8 } });
}
