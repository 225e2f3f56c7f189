import { testEvent } from '../../src/contract/webhooks.ts';
import type { Database } from '../adapters/postgres/connection/database.ts';
import { newId } from '../adapters/postgres/connection/store-tools.ts';
import { endpointOperator } from '../adapters/postgres/outbox/endpoint-store.ts';
import { endpointCaller, findAddresses, signBody } from '../adapters/webhook/call-endpoint.ts';
import {
  type Endpoint,
  keyCheckOf,
  maxEndpoints,
  otherKey,
  secretOverlapMs,
  signingSecrets,
} from '../domain/webhook/endpoint.ts';
import { allowsLoopback } from '../settings.ts';
import { callOnce, isAccepted } from './webhook-receiver.ts';

interface ManageDeps {
  readonly db: Database;
  readonly now: Date;
  /** The deployment's key, from which secrets are derived. */
  readonly key: string;
  readonly siteOrigin: string;
}

/** A refusal is a sentence for the operator. */
type Managed<Done> =
  | ({ readonly ok: true } & Done)
  | { readonly ok: false; readonly detail: string };

/** An endpoint with its newest secret, which nothing else ever shows. */
type WithSecret = Managed<{ readonly endpoint: Endpoint; readonly secret: string }>;

/** Tells a service of events from now on. */
export async function addEndpoint(
  url: string,
  events: Endpoint['events'],
  deps: ManageDeps,
): Promise<WithSecret> {
  const { db, now, key, siteOrigin } = deps;
  const operator = endpointOperator(db);
  const known = await operator.list();
  const keyCheck = keyCheckOf(key);
  if (known.some((one) => one.keyCheck !== keyCheck)) return refused(otherKey, setKey);
  if (known.length >= maxEndpoints)
    return refused(`There are ${maxEndpoints} endpoints: remove one.`);
  const rules = { allowsLoopback: allowsLoopback(siteOrigin) };
  const found = await findAddresses(url, rules).catch(() => ({ failure: 'unknown' }) as const);
  if ('failure' in found) return refused(faults[found.failure] ?? found.failure);
  const fresh = { createdAt: now, secretNumber: 1, formerUntil: null, disabledAt: null, keyCheck };
  const endpoint = { id: newId(now), url: new URL(url).href, events, ...fresh };
  if (await operator.add(endpoint)) return withSecret(endpoint, deps);
  return refused('There is an endpoint of that address: see webhooks list.');
}

const faults: Readonly<Record<string, string>> = {
  url_invalid:
    'It must be a whole address that begins with https://, such as https://example.com/webhooks, without a user name or password.',
  address_not_public:
    'The address leads into a private network, where nothing is sent: name a public one.',
  unknown: 'There is no host of that name: check its spelling.',
};

/**
 * Makes another secret; the one before signs beside it for `secretOverlapMs`, unless it is to end at once.
 * A key that is not the sender's would end every delivery, so a new key has to be meant.
 */
export async function rotateSecret(
  endpoint: Endpoint,
  atOnce: boolean,
  deps: ManageDeps,
): Promise<WithSecret> {
  const { db, now, key } = deps;
  const keyCheck = keyCheckOf(key);
  if (keyCheck !== endpoint.keyCheck && !atOnce) {
    return refused(otherKey, setKey, 'If the deployment has a new one, rotate with --now.');
  }
  const formerUntil = atOnce ? null : new Date(now.getTime() + secretOverlapMs);
  const changed = { secretNumber: endpoint.secretNumber + 1, keyCheck, formerUntil };
  await endpointOperator(db).change(endpoint.id, changed);
  return withSecret({ ...endpoint, ...changed }, deps);
}

/** Calls an endpoint from this machine. A service answers from 200 to 299. */
export async function testEndpoint(
  endpoint: Endpoint,
  { db, now: begun, key: secret, siteOrigin }: ManageDeps,
): Promise<Managed<{ readonly isAccepted: boolean; readonly answer: string }>> {
  if (endpoint.keyCheck !== keyCheckOf(secret)) return refused(otherKey, setKey);
  const startMs = performance.now();
  const now = () => new Date(begun.getTime() + performance.now() - startMs);
  const call = endpointCaller({ allowsLoopback: allowsLoopback(siteOrigin) });
  const event = { id: newId(begun), event: testEvent, createdAt: begun, data: {} };
  const endpoints = endpointOperator(db);
  const result = await callOnce(endpoint, event, { endpoints, call, sign: signBody, secret, now });
  const answer = 'status' in result ? `HTTP ${result.status}` : result.failure;
  return { ok: true, isAccepted: isAccepted(result), answer };
}

function withSecret(endpoint: Endpoint, { key, now }: ManageDeps): WithSecret {
  const [secret = ''] = signingSecrets(endpoint, key, now);
  return { ok: true, endpoint, secret };
}

const setKey = 'Set that of the deployment.';

function refused(...sentences: readonly string[]) {
  return { ok: false, detail: sentences.join(' ') } as const;
}
