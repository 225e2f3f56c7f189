import { endingSoonDays } from '../../src/contract/messages.ts';
import { sesMail } from '../adapters/mail/ses.ts';
import { smtp } from '../adapters/mail/smtp.ts';
import { endpointStore } from '../adapters/postgres/outbox/endpoint-store.ts';
import { outboxStore } from '../adapters/postgres/outbox/outbox-store.ts';
import { recipients } from '../adapters/postgres/outbox/recipients.ts';
import { tellEndingCredits } from '../adapters/postgres/outbox/write-message.ts';
import { endpointCaller, signBody } from '../adapters/webhook/call-endpoint.ts';
import { forSchedule, LONGEST_RUN_MS, type ScheduledJob } from '../callers/for-schedule.ts';
import {
  type Deliver,
  type DeliveryEnd,
  endOfTry,
  type Lane,
  type Outbox,
  type QueuedDelivery,
} from '../domain/message/delivery.ts';
import type { Env } from '../env.ts';
import { mailReceiver } from '../messages/mail-receiver.ts';
import { webhookReceiver } from '../messages/webhook-receiver.ts';
import { allowsLoopback, mailSettings, trialKeySecretOf } from '../settings.ts';

export interface SendDeps {
  readonly outbox: Outbox;
  /** The senders of messages, by the first word of a receiver. A further kind is a further row. */
  readonly receivers: Readonly<Record<'mail' | 'webhook', Deliver>>;
  /** Writes messages about credits that end soon. */
  readonly tellEndingCredits: (now: Date) => Promise<number>;
  readonly now: () => Date;
  /** A number from 0 up to 1. */
  readonly random: () => number;
}

/** The results of one run of the job so far. */
interface Progress {
  readonly startedAt: Date;
  readonly ends: Record<DeliveryEnd['state'], number>;
  readonly errors: unknown[];
}

/**
 * Sends the messages that are due, each at least once. A receiver gets its messages in their order.
 * The next run tries a failed message again. An endpoint that does not answer delays neither mail
 * nor another endpoint.
 * @returns how many were sent, failed and died, and for how long the oldest untried one has waited
 */
export async function sendMessages(startedAt: Date, deps: SendDeps): Promise<ScheduledJob> {
  const { outbox, now } = deps;
  const ends = { sent: 0, waiting: 0, dead: 0, dropped: 0 };
  const errors: unknown[] = [];
  await deps.tellEndingCredits(startedAt).catch((error: unknown) => errors.push(error));
  const lanes = await outbox.lanes();
  // All come to an end first: a function of AWS is stopped once it has failed.
  const waited = await Promise.allSettled(
    lanes.map((lane) => sendLane(lane, { startedAt, ends, errors }, deps)),
  );
  const sinces = waited.flatMap((lane) => {
    if (lane.status === 'rejected') throw lane.reason;
    return lane.value ? [lane.value.getTime()] : [];
  });
  const waitedMs = sinces.length > 0 ? now().getTime() - Math.min(...sinces) : 0;
  const counts = {
    MessagesSent: ends.sent,
    MessagesDead: ends.dead,
    MessageDelaySeconds: Math.round(waitedMs / 1_000),
  };
  return errors.length > 0
    ? { numbers: ends, counts, error: errors[0] }
    : { numbers: ends, counts };
}

/** @returns since when the oldest message waits that this run has had no time for */
async function sendLane(lane: Lane, { startedAt, ends, errors }: Progress, deps: SendDeps) {
  const { outbox, now } = deps;
  const read = () => outbox.due(lane, now());
  for (let due = await read(); due.length > 0; due = await read()) {
    let taken = 0;
    for (const delivery of due) {
      if (now().getTime() - startedAt.getTime() > LONGEST_RUN_MS) break;
      const state = await tryOnce(delivery, deps, errors);
      if (state === undefined) continue;
      taken += 1;
      ends[state] += 1;
    }
    // Other workers have the rest, or the time is over.
    if (taken === 0) break;
  }
  return outbox.oldestUntried(lane, now());
}

/** @returns the end of the try; undefined when another worker has the message */
async function tryOnce(
  delivery: QueuedDelivery,
  { outbox, receivers, now, random }: SendDeps,
  errors: unknown[],
) {
  if (!(await outbox.claim(delivery, now()))) return undefined;
  const deliver = async () => receivers[kindOf(delivery)](delivery);
  const result = await deliver().catch((error: unknown) => {
    errors.push(error);
    return { kind: 'later', failure: 'our own error; the log has it' } as const;
  });
  const tried = endOfTry(delivery, result, now(), random());
  // Nobody keeps the text of a deleted account's last message, as dead letters would, so it is
  // dropped.
  const isLast = tried.state === 'dead' && delivery.event === 'account_deleted';
  const end = isLast ? { ...tried, state: 'dropped' as const } : tried;
  await outbox.settle(delivery, end, now());
  return end.state;
}

/** @throws TypeError for a receiver that no version of ours has written */
function kindOf({ receiver }: QueuedDelivery): keyof SendDeps['receivers'] {
  const [kind] = receiver.split(' ', 1);
  if (kind === 'mail' || kind === 'webhook') return kind;
  throw new TypeError(`there is no receiver ${kind}`);
}

const now = () => new Date();

export const handler = forSchedule('messages', sendMessages, (db, env) => {
  const secret = trialKeySecretOf(env);
  return {
    outbox: outboxStore(db),
    receivers: {
      mail: mailReceiver({
        recipients: recipients(db, secret),
        ...transportOf(env),
        siteOrigin: env.siteOrigin,
        secret,
        now,
      }),
      webhook: webhookReceiver({
        endpoints: endpointStore(db),
        call: endpointCaller({ allowsLoopback: allowsLoopback(env.siteOrigin) }),
        sign: signBody,
        secret,
        now,
      }),
    },
    tellEndingCredits: (at) => tellEndingCredits(db, endingSoonDays, at),
    now,
    random: Math.random,
  };
});

function transportOf(env: Env) {
  const { url, from, credentials } = mailSettings(env);
  const isSes = new URL(url).protocol === 'ses:';
  return { from, sendMail: isSes ? sesMail(url, credentials) : smtp(url) };
}
