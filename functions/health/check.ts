import { database, type Health, health } from '../adapters/postgres/connection/database.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly health: Health;
}

/**
 * Says that the database answers. That it doesn't, the wrapper says: 503 when it cannot be
 * reached, 500 when something is wrong that time will not mend, such as its password.
 */
export const checkHealth: Handler<'checkHealth', Deps> = async (_request, deps) => {
  await deps.health.ping();
  return { status: 200, body: { status: 'ok' } };
};

export const handler = lambda('checkHealth', checkHealth, (env) => ({
  health: health(database(env)),
}));
