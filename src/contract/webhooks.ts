import * as z from 'zod/mini';
import { creditSources, wholeCredits as credits } from './credits.ts';
import { leftOutSchema } from './left-out.ts';

const available = credits;

/** A part of each event that moved credits: how many, and what can be spent since. */
const moved = { credits, available };

/**
 * The events that a deployment sends to the services of its operator, with the facts of each event.
 * A further event is a further row here, and a call of `enqueueWebhooks` in the transaction in which
 * it happens.
 */
export const webhookEvents = {
  /** The balance crossed the mark that the user is told at. */
  'balance.low': z.object({ available, mark: credits }),
  /** A service needed more for a hold that it had, and there was not enough; once a day. */
  'balance.none_left': z.object({ available, required: credits }),
  'credits.granted': z.object({
    ...moved,
    source: z.enum(creditSources),
    expiresAt: z.iso.datetime(),
  }),
  /** By a refund or a dispute of a purchase. */
  'credits.taken_back': z.object({ ...moved, purchase: z.uuid() }),
  'credits.expired': z.object(moved),
  /** Anybody but the service that made it has ended a hold: its time, or an operator. */
  'hold.ended': z.object({
    hold: z.uuid(),
    status: z.enum(['captured', 'released', 'expired']),
    captured: credits,
    released: credits,
    /** The service's own name for its job. */
    reference: z.string(),
  }),
  'run.finished': z.object({
    run: z.uuid(),
    flow: z.string(),
    status: z.enum(['succeeded', 'failed', 'cancelled']),
    credits,
    /** Why it did not succeed; null otherwise. */
    code: z.nullable(z.string()),
    /** The parts of its input that the run did not read, in English; absent unless it succeeded. */
    leftOut: z.optional(z.array(leftOutSchema)),
  }),
  /** A saved card has paid a pack by itself. */
  'top_up.made': z.object({ purchase: z.uuid(), credits }),
  /** The bank declined the payment or wants the owner to confirm it: nothing was bought. */
  'top_up.failed': z.object({
    purchase: z.uuid(),
    reason: z.enum(['declined', 'confirm', 'limit']),
  }),
  /** The account is gone by then, so the event itself says whose it was. */
  'user.deleted': z.object({ sub: z.string() }),
} as const;

export type WebhookEventName = keyof typeof webhookEvents;

/** In the order of the documents. */
export const webhookEventNames = Object.keys(webhookEvents).filter(isWebhookEvent);

/** An event with its facts, before it is known whose it is. */
export type WebhookEvent = {
  [Name in WebhookEventName]: {
    readonly event: Name;
    readonly data: z.output<(typeof webhookEvents)[Name]>;
  };
}[WebhookEventName];

/** The event by which an operator tries an endpoint. Nobody has to choose it. */
export const testEvent = 'webhook.test';

export function isWebhookEvent(name: string): name is WebhookEventName {
  return Object.hasOwn(webhookEvents, name);
}

/** The headers of each call. Source: Standard Webhooks 1.0.0, "Webhook Headers". */
export type WebhookHeader = 'webhook-id' | 'webhook-timestamp' | 'webhook-signature';

/** The body of a call: its event, when it happened, and its facts. */
const bodySchema = z.object({
  type: z.string(),
  timestamp: z.iso.datetime(),
  /**
   * Counts the events of one user from 1 on, in the order of the ledger. Events that an endpoint has not
   * chosen count too. A test has none, nor has an event from before there were numbers.
   */
  sequence: z.optional(z.int().check(z.gte(1))),
  data: z.record(z.string(), z.unknown()),
});

export type WebhookBody = z.output<typeof bodySchema>;

/** The body of a call with one event. Its facts say whose it is, but for a test, which is nobody's. */
export function webhookBodySchema(event: WebhookEventName | typeof testEvent): z.ZodMiniType {
  const data =
    event === testEvent
      ? z.object({})
      : z.object({ sub: z.string(), ...webhookEvents[event].shape });
  return z.extend(bodySchema, { type: z.literal(event), data });
}
