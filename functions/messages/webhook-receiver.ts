import * as z from 'zod/mini';
import type { WebhookBody, WebhookHeader } from '../../src/contract/webhooks.ts';
import type { Deliver, QueuedDelivery, TryResult } from '../domain/message/delivery.ts';
import {
  type CallEndpoint,
  type CallResult,
  type Endpoint,
  type EndpointStore,
  type SignBody,
  signingSecrets,
} from '../domain/webhook/endpoint.ts';

export interface WebhookDeps {
  readonly endpoints: EndpointStore;
  readonly call: CallEndpoint;
  readonly sign: SignBody;
  /** The key from which the secrets of endpoints are derived. */
  readonly secret: string;
  readonly now: () => Date;
}

/** The answer of a service that wants no more events ("Operational considerations" of the specification). */
const GONE = 410;

/** The facts of an event as they were stored; whose it is may be missing yet. */
const dataSchema = z.looseObject({ sub: z.optional(z.string()) });

/** Sends events to the services of the operator. An account that was deleted causes no calls. */
export function webhookReceiver(deps: WebhookDeps): Deliver {
  const { endpoints, now } = deps;
  return async (delivery) => {
    const endpoint = await endpoints.find(delivery.receiver.split(' ')[1] ?? '');
    if (!endpoint) return { kind: 'dropped', failure: 'the endpoint was removed' };
    if (endpoint.disabledAt) return { kind: 'later', failure: 'the endpoint is disabled' };
    const data = dataSchema.parse(JSON.parse(delivery.payload));
    const sub = data.sub ?? (await endpoints.subOf(delivery.walletId));
    if (sub === undefined) return { kind: 'dropped', failure: 'the account is deleted' };
    const result = await callOnce(endpoint, { ...delivery, data: { sub, ...data } }, deps);
    const isGone = 'status' in result && result.status === GONE;
    if (isGone) await endpoints.change(endpoint.id, { disabledAt: now() });
    return tryResult(result);
  };
}

type SentEvent = Pick<QueuedDelivery, 'id' | 'sequence' | 'createdAt'> & {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/**
 * Calls an endpoint with an event, signed by each secret that is valid, and notes it in the log.
 * @throws Error when another key than `secret` has made the secret that the service has
 */
export async function callOnce(
  endpoint: Endpoint,
  { id, event: type, sequence, createdAt, data }: SentEvent,
  { endpoints, call, sign, secret, now }: WebhookDeps,
): Promise<CallResult> {
  const at = now();
  const timestamp = createdAt.toISOString();
  const body = JSON.stringify({ type, timestamp, sequence, data } satisfies WebhookBody);
  const secrets = signingSecrets(endpoint, secret, at);
  const signed: Readonly<Record<WebhookHeader, string>> = {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((one) => sign(one, id, at, body)).join(' '),
  };
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Standard-Webhooks',
    ...signed,
  };
  const result = await call(endpoint.url, { headers, body });
  const durationMs = now().getTime() - at.getTime();
  const ids = { endpointId: endpoint.id, messageId: id };
  await endpoints.note({ ...ids, event: type, at, durationMs, result });
  return result;
}

export function isAccepted(result: CallResult): boolean {
  return 'status' in result && result.status >= 200 && result.status < 300;
}

/** An endpoint that is mended within the days of trying gets everything, so no other answer is final. */
function tryResult(result: CallResult): TryResult {
  if (isAccepted(result)) return { kind: 'sent' };
  const failure = 'status' in result ? `HTTP ${result.status}` : result.failure;
  return { kind: failure === `HTTP ${GONE}` ? 'never' : 'later', failure };
}
