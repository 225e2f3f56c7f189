import { createHmac } from 'node:crypto';
import type { Timer } from '../timer.ts';
import { type Account, type Delivery, withDeliveries } from './account.ts';
import type { Happening } from './acts.ts';
import type { KeptAccount } from './kept-account.ts';
import { apiVersion } from './stripe-objects.ts';

/** How often an event is sent before it is given up. Stripe goes on for three days. */
export const MAX_ATTEMPTS = 12;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

interface DeliveryDeps {
  readonly account: KeptAccount;
  readonly webhookSecret: string;
  readonly clock: () => Date;
  readonly makeId: (prefix: string) => string;
  readonly timer: Timer;
  /** Sends an event; whether it was answered with a status of success. */
  readonly post: (payload: string, signature: string) => Promise<boolean>;
  readonly report: (text: string) => void;
}

/** The webhooks on their way to the product. */
export interface Deliveries {
  /** Queues events by the account's mode. Resolves when each that is not held was tried once. */
  send(happenings: readonly Happening[]): Promise<void>;
  /** Sends what is held, in either order. */
  release(order: 'oldest' | 'newest'): Promise<void>;
  /** Sends nothing more; what is left waits in the account for the next start. */
  stop(): void;
}

/**
 * Sends signed events, each until it is answered with success, with longer and longer pauses. By
 * the account's mode they are sent once, twice at the same time with an id of its own for each,
 * or held until somebody lets them go.
 */
export function deliveries(deps: DeliveryDeps): Deliveries {
  const { account, clock } = deps;
  const underway = new Set<string>();
  let cancelTimer = (): void => {};
  let isStopped = false;

  const attempt = async (delivery: Delivery): Promise<void> => {
    if (underway.has(delivery.eventId) || isStopped) return;
    underway.add(delivery.eventId);
    const signature = signatureOf(delivery.payload, deps.webhookSecret, clock());
    const isTaken = await deps.post(delivery.payload, signature).finally(() => {
      underway.delete(delivery.eventId);
    });
    const next = isTaken ? undefined : later(delivery, clock());
    if (!isTaken && !next) deps.report(`payments: gave up a ${delivery.type}`);
    account.update((before) => replaced(before, delivery.eventId, next));
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
    await inOrder(due, attempt);
    schedule();
  };

  schedule();
  return {
    send: async (happenings) => {
      const { deliveryMode } = account.read();
      const copies = deliveryMode === 'twice' ? 2 : 1;
      const isHeld = deliveryMode === 'held';
      const added = happenings.flatMap((happening) =>
        Array.from({ length: copies }, () => deliveryOf(happening, isHeld, deps)),
      );
      const queued = withDeliveries(account.read(), added);
      for (const { type } of queued.givenUp) deps.report(`payments: gave up a ${type}`);
      account.update(() => queued.account);
      if (isHeld) return;
      if (copies > 1) await Promise.all(added.map(attempt));
      else await inOrder(added, attempt);
      schedule();
    },
    release: async (order) => {
      const held = account.read().deliveries.filter((one) => one.isHeld);
      account.update((before) => ({
        ...before,
        deliveries: before.deliveries.map((one) => ({ ...one, isHeld: false })),
      }));
      await inOrder(order === 'oldest' ? held : held.toReversed(), attempt);
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
  { type, object }: Happening,
  isHeld: boolean,
  { makeId, clock }: DeliveryDeps,
): Delivery {
  const eventId = makeId('evt');
  const now = clock();
  const event = {
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
  const payload = JSON.stringify(event);
  return { eventId, type, payload, attempts: 0, dueAtMs: now.getTime(), isHeld };
}

/** The delivery as it waits for its next attempt; nothing when there have been enough. */
function later(delivery: Delivery, now: Date): Delivery | undefined {
  const attempts = delivery.attempts + 1;
  if (attempts >= MAX_ATTEMPTS) return undefined;
  const pauseMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1));
  return { ...delivery, attempts, dueAtMs: now.getTime() + pauseMs, isHeld: false };
}

function replaced(account: Account, eventId: string, next: Delivery | undefined): Account {
  const others = account.deliveries.filter((one) => one.eventId !== eventId);
  return { ...account, deliveries: next ? [...others, next] : others };
}

function waiting({ deliveries: all }: Account): readonly Delivery[] {
  return all.filter(({ isHeld }) => !isHeld);
}

async function inOrder<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) await work(item);
}
