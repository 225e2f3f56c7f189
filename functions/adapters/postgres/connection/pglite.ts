import { chmod, mkdir } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
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
  const db = await PGlite.create(directory, { parsers: { [INT8_OID]: parseInt8 } });
  const query = db.query.bind(db);
  return Object.assign(db, {
    // Statements that wait for each other would run in one turn of the event loop, all of them: 128
    // visitors at once kept everybody else from being heard until the last was answered.
    query: async <Row>(...statement: Parameters<typeof query<Row>>) => {
      await nextTurn();
      return query<Row>(...statement);
    },
  });
}
