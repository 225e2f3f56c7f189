import { checkHealth } from '../../src/contract/api.ts';
import type { SqlClient } from '../adapters/postgres/connection/sql.ts';
import { ping, sqlClient } from '../adapters/postgres/connection/sql-client.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';

/**
 * Says that the database answers. If it does not, the wrapper answers: 503 when it cannot be
 * reached, 500 when something is wrong that time will not mend, such as its password.
 */
export const check: AnyoneHandler<typeof checkHealth, { readonly client: SqlClient }> = async (
  _request,
  { client },
) => {
  await ping(client);
  return { status: 200, body: { status: 'ok' } };
};

export const handler = forAnyone(checkHealth, check, (env) => ({ client: sqlClient(env) }));
