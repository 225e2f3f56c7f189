import { checkHealth } from '../../src/contract/api.ts';
import { database, type Health, health } from '../adapters/postgres/connection/database.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';

/**
 * Says that the database answers. If it does not, the wrapper answers. It answers 503 when the
 * database cannot be reached, and 500 for an error that time will not mend, such as a wrong
 * password.
 */
export const check: AnyoneHandler<typeof checkHealth, { readonly health: Health }> = async (
  _request,
  { health },
) => {
  await health.ping();
  return { status: 200, body: { status: 'ok' } };
};

export const handler = forAnyone(checkHealth, check, (env) => ({ health: health(database(env)) }));
