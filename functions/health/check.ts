import { checkHealth } from '../../src/contract/api.ts';
import { database, type Health, health } from '../adapters/postgres/connection/database.ts';
import { type AnyoneHandler, forAnyone } from '../callers/for-anyone.ts';

/** When the ping fails, the wrapper answers 503 if the database cannot be reached, or else 500. */
export const check: AnyoneHandler<typeof checkHealth, { readonly health: Health }> = async (
  _request,
  { health },
) => {
  await health.ping();
  return { status: 200, body: { status: 'ok' } };
};

export const handler = forAnyone(checkHealth, check, (env) => ({ health: health(database(env)) }));
