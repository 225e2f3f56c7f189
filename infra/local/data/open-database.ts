import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  type Database,
  database,
} from '../../../functions/adapters/postgres/connection/database.ts';
import {
  errorCode,
  isDatabaseUnavailable,
} from '../../../functions/adapters/postgres/connection/errors.ts';
import { ping, sqlClient } from '../../../functions/adapters/postgres/connection/sql-client.ts';
import {
  migrate,
  OutdatedDatabaseError,
} from '../../../functions/adapters/postgres/schema/migrate.ts';
import { processAwsCredentials } from '../../../functions/env.ts';
import { StartError } from '../errors.ts';

/**
 * Opens the database and migrates its tables. After an abort the caller closes the database, which
 * ends the queries under way.
 * @param databaseUrl `file:` for the embedded database, `postgres:` for a server
 * @returns the database; handlers open the same one by its URL
 * @throws {StartError} when the database cannot be opened or reached, is too old, or refuses the login
 * @throws the signal's reason, as soon as it is aborted
 */
export async function openDatabase(databaseUrl: string, signal: AbortSignal): Promise<Database> {
  signal.throwIfAborted();
  const { protocol } = new URL(databaseUrl);
  const stopped = Promise.withResolvers<never>();
  const stop = () => stopped.reject(signal.reason);
  signal.addEventListener('abort', stop);
  try {
    const opening = protocol === 'file:' ? openEmbedded(databaseUrl) : openServer(databaseUrl);
    return await Promise.race([opening, stopped.promise]);
  } catch (error) {
    if (!(error instanceof OutdatedDatabaseError)) throw error;
    throw new StartError(error.message, { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Makes a first database in a process that ends: that takes 150 MB more than to open one. */
async function makeCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return;
  const program = fileURLToPath(new URL('make-cluster.ts', import.meta.url));
  await promisify(execFile)(process.execPath, [program, folder]).catch(() => undefined);
}

async function openEmbedded(databaseUrl: string): Promise<Database> {
  await makeCluster(fileURLToPath(databaseUrl));
  const db = database({ databaseUrl });
  try {
    await ping(sqlClient({ databaseUrl }));
  } catch (error) {
    const unknown = 'damaged, not readable, of another version of Postgres, or the disk is full';
    const reason = errorCode(error) ?? unknown;
    throw new StartError(
      `The database ${fileURLToPath(databaseUrl)} cannot be opened (${reason}): put a copy of it back, move it away to begin with an empty one, or name another folder, such as DATA_DIR=.data-2.`,
      { cause: error },
    );
  }
  await migrate(db);
  return db;
}

async function openServer(databaseUrl: string): Promise<Database> {
  const db = database({ databaseUrl, ...processAwsCredentials() });
  try {
    await migrate(db);
    return db;
  } catch (error) {
    const fault = faultOf(error, new URL(databaseUrl).host);
    if (fault === undefined) throw error;
    throw new StartError(
      `${fault}: correct DATABASE_URL and see that the server runs, or leave it out to use the embedded database.`,
      { cause: error },
    );
  }
}

/** The cause in words, without the password that the URL may contain. */
function faultOf(error: unknown, host: string): string | undefined {
  const code = errorCode(error) ?? '';
  if (isDatabaseUnavailable(error)) return `No database answers at ${host}${code && ` (${code})`}`;
  // Appendix A of the Postgres manual: class 28 is authorization, class 3D the database's name.
  if (code.startsWith('28'))
    return `The database server at ${host} refuses the user or the password`;
  if (code === '3D000') return `The database server at ${host} has no database of that name`;
  return undefined;
}
