import { createHmac } from 'node:crypto';
import type { Timer } from '../../../functions/flows/timer.ts';
import { type Account, type Delivery, withDeliveries } from './account.ts';
import type { StandIn, StripeEvent } from './actions.ts';
import { apiVersion } from './stripe-objects.ts';

/** How often an event is sent before it is given up. Stripe tries for three days. */
export const MAX_ATTEMPTS = 12;

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

export interface DeliveryDeps extends Pick<StandIn, 'account' | 'clock' | 'makeId'> {
  readonly webhookSecret: string;
  readonly timer: Timer;
  /** Sends an event to the product; resolves to whether the answer has a status of success. */
  readonly post: (payload: string, signature: string) => Promise<boolean>;
  /** Logs events that were given up, and internal failures. */
  readonly report: (text: string) => void;
}

/** The queue of webhooks to the product. */
export interface Deliveries {
  /** Queues events by the account's mode. Resolves after the first attempt of each, unless held. */
  send(events: readonly StripeEvent[]): Promise<void>;
  /** Sends the held events, in either order. */
  release(order: 'oldest' | 'newest'): Promise<void>;
  /** Stops sending; the remaining events stay in the account for the next start. */
  stop(): void;
}

/** Retries each event with growing pauses; the mode `twice` sends it at once under two ids. */
export function deliveries(deps: DeliveryDeps): Deliveries {
  const { account, clock } = deps;
  const underway = new Set<string>();
  let cancelTimer = (): void => {};
  let isStopped = false;

  const attempt = async (delivery: Delivery): Promise<void> => {
    if (underway.has(delivery.eventId) || isStopped) return;
    underway.add(delivery.eventId);
    const signature = signatureOf(delivery.payload, deps.webhookSecret, clock());
    const isDelivered = await deps
      .post(delivery.payload, signature)
      .finally(() => underway.delete(delivery.eventId));
    const next = isDelivered ? undefined : nextAttempt(delivery, clock());
    if (!isDelivered && !next) deps.report(`payments: gave up a ${delivery.type}`);
    account.update((before) => {
      const others = before.deliveries.filter(({ eventId }) => eventId !== delivery.eventId);
      return { ...before, deliveries: next ? [...others, next] : others };
    });
  };

  const schedule = (): void => {
    cancelTimer();
    const times = waiting(account.read()).map(({ dueAtMs }) => dueAtMs);
    if (times.length === 0 || isStopped) return;
    const delayMs = Math.max(0, Math.min(...times) - clock().getTime());
    cancelTimer = deps.timer(() => void sendDue(), delayMs);
  };

  const sendDue = async (): Promise<void> => {
    const nowMs = clock().getTime();
    const due = waiting(account.read()).filter(({ dueAtMs }) => dueAtMs <= nowMs);
    for (const delivery of due) await attempt(delivery);
    schedule();
  };

  schedule();
  return {
    send: async (events) => {
      const { deliveryMode } = account.read();
      if (deliveryMode === 'dropped') return;
      const isHeld = deliveryMode === 'held';
      const copies = events.flatMap((event) => (deliveryMode === 'twice' ? [event, event] : event));
      const added = copies.map((event) => deliveryOf(event, isHeld, deps));
      const queued = withDeliveries(account.read(), added);
      for (const { type } of queued.givenUp) deps.report(`payments: gave up a ${type}`);
      account.update(() => queued.account);
      if (isHeld) return;
      if (deliveryMode === 'twice') await Promise.all(added.map(attempt));
      else for (const delivery of added) await attempt(delivery);
      schedule();
    },
    release: async (order) => {
      const held = account.read().deliveries.filter((one) => one.isHeld);
      account.update((before) => ({
        ...before,
        deliveries: before.deliveries.map((one) => ({ ...one, isHeld: false })),
      }));
      const ordered = order === 'oldest' ? held : held.toReversed();
      for (const delivery of ordered) await attempt(delivery);
      schedule();
    },
    stop: () => {
      isStopped = true;
      cancelTimer();
    },
  };
}

/**
 * The `Stripe-Signature` header of a payload.
 * Source: "Verify webhook signatures manually" in the Stripe documentation.
 */
export function signatureOf(payload: string, secret: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  const digest = createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

function deliveryOf(
  { type, object }: StripeEvent,
  isHeld: boolean,
  { makeId, clock }: DeliveryDeps,
): Delivery {
  const eventId = makeId('evt');
  const now = clock();
  const body = {
    id: eventId,
    object: 'event',
    api_version: apiVersion,
    created: Math.floor(now.getTime() / 1_000),
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  const payload = JSON.stringify(body);
  return { eventId, type, payload, attempts: 0, dueAtMs: now.getTime(), isHeld };
}

/** The delivery with the time of its next attempt; nothing after the last attempt. */
function nextAttempt(delivery: Delivery, now: Date): Delivery | undefined {
  const attempts = delivery.attempts + 1;
  if (attempts >= MAX_ATTEMPTS) return undefined;
  const delayMs = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
  return { ...delivery, attempts, dueAtMs: now.getTime() + delayMs, isHeld: false };
}

function waiting({ deliveries: all }: Account): readonly Delivery[] {
  return all.filter(({ isHeld }) => !isHeld);
}
