import { checkHealth } from '../../src/contract/api.ts';
import type { SqlClient } from '../adapters/postgres/connection/sql.ts';
import { ping, sqlClient } from '../adapters/postgres/connection/sql-client.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';

/**
 * Says that the database answers. If it does not, the wrapper answers. It answers 503 when the
 * database cannot be reached, and 500 for an error that time will not mend, such as a wrong
 * password.
 */
export const check: AnyoneHandler<typeof checkHealth, { readonly client: SqlClient }> = async (
  _request,
  { client },
) => {
  await ping(client);
  return { status: 200, body: { status: 'ok' } };
};

export const handler = forAnyone(checkHealth, check, (env) => ({ client: sqlClient(env) }));
