import { createHmac } from 'node:crypto';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { WebhookEventName } from '../../../src/contract/webhooks.ts';

/** A service of the operator that is told of events. */
export interface Endpoint {
  readonly id: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  /** Counts the secrets that it has had, from 1. */
  readonly secretNumber: number;
  /** Until when the secret before is valid, too. */
  readonly formerUntil: Date | null;
  /** By which the sender sees that it derives the same secrets as the command that showed them. */
  readonly keyCheck: string;
  readonly createdAt: Date;
  /** Null while it is told of events. */
  readonly disabledAt: Date | null;
}

/** The result of a call: an HTTP status, or a word or code that says why there was none. */
export type CallResult = { readonly status: number } | { readonly failure: string };

/** One call of an endpoint, as the log keeps it. */
export interface EndpointTry {
  readonly endpointId: string;
  /** Each try of an event has the same ID; services know a second copy by it. */
  readonly messageId: string;
  readonly event: string;
  readonly at: Date;
  readonly durationMs: number;
  readonly result: CallResult;
}

/** Sends a body to an address that an operator named. It throws nothing for what the other side does. */
export type CallEndpoint = (
  url: string,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<CallResult>;

/** Signs a body: a value of the header `webhook-signature`. */
export type SignBody = (secret: string, id: string, at: Date, body: string) => string;

/** The sender's view of the stored endpoints. */
export interface EndpointStore {
  find(id: string): Promise<Endpoint | undefined>;
  /** The subject of a wallet's user; undefined once the account is deleted. */
  subOf(walletId: string): Promise<string | undefined>;
  change(id: string, changed: Partial<Omit<Endpoint, 'id'>>): Promise<void>;
  note(tried: EndpointTry): Promise<void>;
}

/** How many endpoints a deployment may have: an event is a row for each of them. */
export const maxEndpoints = 5;

/** How long a secret is valid beside the one that replaces it. */
export const secretOverlapMs = DAY_MS;

/**
 * The secrets that sign now, the newest first. They are derived from the deployment's key, so that
 * neither the database nor its copies hold a secret. A secret has 32 bytes; the Standard Webhooks
 * specification asks for 24 to 64 ("Symmetric").
 * @throws Error when another key has made the secret that the service has
 */
export function signingSecrets(
  { id, secretNumber, formerUntil, keyCheck }: Endpoint,
  key: string,
  now: Date,
): readonly string[] {
  if (keyCheck !== keyCheckOf(key)) throw new Error(`Another key made the secret of ${id}.`);
  const isOverlap = formerUntil !== null && formerUntil > now;
  const numbers = isOverlap ? [secretNumber, secretNumber - 1] : [secretNumber];
  return numbers.map((number) => `whsec_${hmac(`webhook ${id} ${number}`, key, 'base64')}`);
}

/** Says of a key which one it is, and nothing else. */
export function keyCheckOf(key: string): string {
  return hmac('webhook key', key, 'hex').slice(0, 16);
}

/** An HMAC under a word that no other use of the key begins with. */
function hmac(text: string, key: string, encoding: 'base64' | 'hex'): string {
  return createHmac('sha256', key).update(text).digest(encoding);
}
