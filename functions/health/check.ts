import { database } from '../adapters/postgres/database.ts';
import { health } from '../adapters/postgres/health.ts';
import type { Health } from '../domain/stores.ts';
import type { Handler } from '../http/handler.ts';
import { lambda } from '../http/lambda.ts';

interface Deps {
  readonly health: Health;
}

/** Says whether the database answers; that it doesn't is what a health check is there to say. */
export const checkHealth: Handler<'checkHealth', Deps> = async (_request, deps) => {
  try {
    await deps.health.ping();
    return { status: 200, body: { status: 'ok' } };
  } catch {
    return { problem: 'temporarily_unavailable', detail: 'The database does not answer.' };
  }
};

export const handler = lambda('checkHealth', checkHealth, (env) => ({
  health: health(database(env)),
}));
