import type { ServiceScope } from '../../src/contract/service-keys.ts';
import type { ServiceKeyStore } from '../domain/session/credentials.ts';
import { bearerToken } from './bearer.ts';
import type { Refusal, ServiceCaller } from './handler.ts';
import type { Checked } from './result.ts';
import { serviceKeyHash } from './service-key-token.ts';

/**
 * The service whose key a request bears.
 *
 * Refuses with `service_key_invalid`, whatever is wrong with the key, or `scope_missing`.
 */
export async function resolveService(
  authorization: string | undefined,
  scope: ServiceScope | undefined,
  serviceKeys: ServiceKeyStore,
): Promise<Checked<ServiceCaller>> {
  const token = bearerToken(authorization);
  const key = token === undefined ? undefined : await serviceKeys.find(serviceKeyHash(token));
  if (!key) return { ok: false, refusal: invalid };
  if (scope !== undefined && !key.scopes.includes(scope)) {
    return { ok: false, refusal: missing(scope) };
  }
  return { ok: true, value: { kind: 'service-key', key } };
}

const invalid: Refusal = {
  problem: 'service_key_invalid',
  detail: 'The Authorization header must be "Bearer", a space and a service key in force.',
};

function missing(scope: ServiceScope): Refusal {
  return {
    problem: 'scope_missing',
    detail: `The service key lacks the scope "${scope}". Make one that has it.`,
  };
}
