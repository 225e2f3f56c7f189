import { randomBytes, randomUUID } from 'node:crypto';
import { userStore } from '../../../functions/adapters/postgres/account/user-store.ts';
import { serviceKeys } from '../../../functions/adapters/postgres/session/service-keys.ts';
import { newServiceKey, serviceKeyHash } from '../../../functions/callers/for-service.ts';
import type { ServiceScope } from '../../../src/contract/route.ts';
import { aSignIn } from '../../support/sign-ins.ts';
import type { Api } from './api.ts';

/** A service that calls the API with a key of its own. */
export interface Service {
  /** The id of its service key. */
  readonly id: string;
  readonly token: string;
}

/** The parts of a call besides its body; without a key of its own it gets a new one. */
export interface Call {
  readonly service?: Service;
  readonly idempotencyKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The answer to a service. */
export interface Answered {
  readonly status: number;
  readonly replayed: boolean;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Makes a service key, as the operator's command does. */
export async function aService(
  { db }: Pick<Api, 'db'>,
  name: string,
  scopes: readonly ServiceScope[],
): Promise<Service> {
  const token = newServiceKey(randomBytes);
  const keyHash = serviceKeyHash(token);
  const { id } = await serviceKeys(db).make({ name, scopes, keyHash, now: new Date() });
  return { id, token };
}

/** Signs a user in: a new one gets a wallet with the trial's 25 credits. */
export async function aUser(
  { db }: Pick<Api, 'db'>,
  sub: string,
  options: Parameters<typeof aSignIn>[1] = {},
): Promise<string> {
  const result = await userStore(db).signIn(aSignIn(sub, { now: new Date(), ...options }));
  if (!result.ok) throw new Error(result.code);
  return result.account.walletId;
}

/** Posts JSON below `/api/credits/` as a service does; a text is sent unchanged. */
export async function callAs(
  service: Service | undefined,
  { origin }: Pick<Api, 'origin'>,
  path: string,
  body: unknown,
  { idempotencyKey = randomUUID(), headers = {} }: Omit<Call, 'service'> = {},
): Promise<Answered> {
  const response = await fetch(`${origin}/api/credits/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(idempotencyKey === '' ? {} : { 'idempotency-key': idempotencyKey }),
      ...(service ? { authorization: `Bearer ${service.token}` } : {}),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return answeredOf(response);
}

/** Reads below `/api/` as a service does. */
export async function readAs(
  { token }: Service,
  { origin }: Pick<Api, 'origin'>,
  path: string,
): Promise<Answered> {
  const headers = { authorization: `Bearer ${token}` };
  return answeredOf(await fetch(`${origin}/api/${path}`, { headers }));
}

async function answeredOf(response: Response): Promise<Answered> {
  return {
    status: response.status,
    replayed: response.headers.get('idempotency-replayed') === 'true',
    body: Object(await response.json()),
  };
}
