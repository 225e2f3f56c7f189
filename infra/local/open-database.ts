import { database } from '../../functions/adapters/postgres/database.ts';
import { migrate } from '../../functions/adapters/postgres/migrate.ts';
import { isDatabaseUnavailable } from '../../functions/adapters/postgres/unavailable.ts';
import { errnoOf } from './errno.ts';
import { StartError } from './start-error.ts';

/**
 * Opens the database and brings its tables up to date.
 *
 * @throws {StartError} when it cannot be reached, or refuses
 */
export async function openDatabase(databaseUrl: string): Promise<void> {
  try {
    await migrate(database({ databaseUrl }));
  } catch (error) {
    const fault = faultOf(error, databaseUrl);
    if (fault === undefined) throw error;
    throw new StartError(
      `${fault}: correct DATABASE_URL and see that the server runs, or leave it out to use the embedded database.`,
    );
  }
}

/** What is wrong, without the password that the address may hold. */
function faultOf(error: unknown, databaseUrl: string): string | undefined {
  const { protocol, host } = new URL(databaseUrl);
  if (protocol === 'file:') return undefined;
  const code = errnoOf(error) ?? '';
  if (isDatabaseUnavailable(error)) return `No database answers at ${host}${code && ` (${code})`}`;
  // Classes 28 and 3D of appendix A of the Postgres manual: who may come in, and to what.
  if (code.startsWith('28'))
    return `The database server at ${host} refuses the user or the password`;
  if (code === '3D000') return `The database server at ${host} has no database of that name`;
  return undefined;
}
