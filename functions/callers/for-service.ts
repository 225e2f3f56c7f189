import { createHash } from 'node:crypto';
import { serviceKeyPrefix } from '../../src/contract/keys.ts';
import type { CodeOfCaller, Route, ServiceScope } from '../../src/contract/route.ts';
import { type Database, database, sqlClientOf } from '../adapters/postgres/connection/database.ts';
import { bucketStore } from '../adapters/postgres/session/bucket-store.ts';
import { serviceKeys as serviceKeyStore } from '../adapters/postgres/session/service-keys.ts';
import { serviceActorPrefix } from '../domain/ledger/entry-reply.ts';
import type { CommandMeta } from '../domain/ledger/ledger-store.ts';
import type { ServiceKey, ServiceKeyStore } from '../domain/session/credentials.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import type { Env } from '../env.ts';
import { bearerToken } from '../http/authorization.ts';
import type { Edge } from '../http/edge.ts';
import { type Endpoint, endpoint } from '../http/endpoint.ts';
import type { Checked, Handler, Refusal, Request } from '../http/handler.ts';
import { processEdge } from './process-edge.ts';
import { rateLimit } from './rate-limit.ts';

type ServiceRoute = Route & { readonly caller: 'service-key' };

type Code = CodeOfCaller<'service-key'>;

interface Identified {
  readonly serviceKey: ServiceKey;
}

/**
 * The meta data of a command: its key, so that its effect happens once, and the name of the service
 * as the actor. A read and a batch have no key.
 */
type CommandOf<R extends ServiceRoute> = Omit<CommandMeta, 'idempotencyKey'> & {
  readonly idempotencyKey: R extends { readonly keyed: true } ? string : undefined;
};

interface Known<R extends ServiceRoute> extends Identified {
  readonly command: CommandOf<R>;
}

export type ServiceRequest<R extends ServiceRoute> = Request<R, Known<R>>;

export type ServiceHandler<R extends ServiceRoute, Deps> = Handler<R, Known<R>, Deps>;

interface Stores {
  readonly serviceKeys: ServiceKeyStore;
  readonly buckets: BucketStore;
}

/** The endpoint of a route that other services call with a key. */
export function forService<R extends ServiceRoute, Deps>(
  route: R,
  handle: ServiceHandler<R, Deps>,
  wire: (db: Database, env: Env) => Deps,
  stores: (db: Database) => Stores = storesIn,
  edge: Edge = processEdge,
): Endpoint {
  const command = (request: Request<R, Identified>, deps: Deps) =>
    handle({ ...request, command: commandOf(request) }, deps);
  return endpoint(route, command, edge, (env) => {
    const db = database(env);
    const { serviceKeys, buckets } = stores(db);
    return {
      identify: ({ authorization }) => findService(authorization, route.scope, serviceKeys),
      limit: rateLimit(route, { env, buckets }, (known) => ({
        'service-key': known.serviceKey.id,
      })),
      deps: wire(db, env),
    };
  });
}

function storesIn(db: Database): Stores {
  return { serviceKeys: serviceKeyStore(db), buckets: bucketStore(sqlClientOf(db)) };
}

function commandOf<R extends ServiceRoute>(request: Request<R, Identified>): CommandOf<R> {
  const { serviceKey, idempotencyKey, now } = request;
  return { idempotencyKey, actor: `${serviceActorPrefix}${serviceKey.name}`, now };
}

/**
 * The service whose key a request has.
 *
 * Refuses with `service_key_invalid`, whatever is wrong with the key, or `scope_missing`.
 */
async function findService(
  authorization: string | undefined,
  scope: ServiceScope | undefined,
  serviceKeys: ServiceKeyStore,
): Promise<Checked<Identified, Code>> {
  const token = bearerToken(authorization);
  const key = token === undefined ? undefined : await serviceKeys.find(serviceKeyHash(token));
  if (!key) return invalid;
  if (scope !== undefined && !key.scopes.includes(scope)) return missing(scope);
  return { ok: true, value: { serviceKey: key } };
}

const invalid: Refusal<Code> = {
  ok: false,
  code: 'service_key_invalid',
  detail: 'The Authorization header must be "Bearer", a space and a service key in force.',
};

function missing(scope: ServiceScope): Refusal<Code> {
  const detail = `The service key lacks the scope "${scope}". Make one that has it.`;
  return { ok: false, code: 'scope_missing', detail };
}

/** A service key is 256 bits of randomness behind its prefix. */
const SERVICE_KEY_BYTES = 32;

/** A new service key, base64url; `randomBytes` is `node:crypto`'s or a test's stand-in. */
export function newServiceKey(randomBytes: (sizeBytes: number) => Uint8Array): string {
  return `${serviceKeyPrefix}${Buffer.from(randomBytes(SERVICE_KEY_BYTES)).toString('base64url')}`;
}

/** The stored form of a service key: its SHA-256 as 64 hex digits. */
export function serviceKeyHash(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
