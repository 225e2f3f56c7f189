import { createHmac, timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '../../../src/contract/durations.ts';
import type { Language } from '../../../src/contract/language.ts';
import {
  type MessageEvent,
  type MessageTopic,
  messageTopics,
} from '../../../src/contract/messages.ts';
import type { WebhookEventName } from '../../../src/contract/webhooks.ts';

/**
 * The state of a message. `waiting`: a try is due at some time. `dead`: every try failed, or the
 * receiver refused it for good. `dropped`: nobody wants it, or an operator gave it up.
 */
export type DeliveryState = 'waiting' | 'sent' | 'dead' | 'dropped';

/** The subject of a message: mail to a user, or an event for a service. */
export type DeliveryEvent = MessageEvent | WebhookEventName;

/** A message on its way to one receiver. */
export interface QueuedDelivery {
  /** Each try has the same ID, so that a receiver can drop a second copy. It sorts by its time. */
  readonly id: string;
  /** The queue: a kind and an id, such as `mail` and the wallet. Its messages go in their order. */
  readonly receiver: string;
  readonly walletId: string;
  readonly event: DeliveryEvent;
  /** The facts as JSON, which are not read yet: another version may have written them. */
  readonly payload: string;
  /** The number of an event for services among those of its wallet, by which they are sent. */
  readonly sequence?: number;
  readonly createdAt: Date;
  /** How many tries have begun. */
  readonly tries: number;
  /** Absent for an event that is due as soon as it is the first of its queue. */
  readonly dueAt?: Date;
  /** After this time no further try begins. */
  readonly giveUpAt: Date;
}

/** A message as an operator sees it. */
export interface ListedDelivery
  extends Pick<QueuedDelivery, 'id' | 'receiver' | 'event' | 'createdAt' | 'tries'> {
  readonly state: DeliveryState;
  readonly dueAt?: Date;
  /** Why the last try failed, without anything personal. */
  readonly failure?: string;
}

/** The result of a try. `later` may succeed at another time; `never` will not. */
export type TryResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'dropped' | 'later' | 'never'; readonly failure: string };

/**
 * Sends one message to one kind of receiver.
 * @throws Error for a message that this version cannot read
 */
export type Deliver = (delivery: QueuedDelivery) => Promise<TryResult>;

/** A queue that is sent beside the others: all mail, and each endpoint by itself. */
export type Lane = 'mail' | `webhook ${string}`;

export interface Outbox {
  /** The lanes of now. A lane that has messages and is not among them rests. */
  lanes(): Promise<readonly Lane[]>;
  /** Messages of a lane that are due, at most one of each receiver: its oldest. */
  due(lane: Lane, now: Date): Promise<readonly QueuedDelivery[]>;
  /**
   * Takes a message for `leaseMs`. A worker that dies leaves it to be due again after that.
   * @returns false when another worker has taken or settled it
   */
  claim(delivery: QueuedDelivery, now: Date): Promise<boolean>;
  /** Stores what a try came to. */
  settle(delivery: QueuedDelivery, end: DeliveryEnd, now: Date): Promise<void>;
  /** Since when the longest overdue message of a lane waits for its first try, if one does. */
  oldestUntried(lane: Lane, now: Date): Promise<Date | undefined>;
}

export type DeliveryEnd =
  | { readonly state: 'sent' }
  | { readonly state: 'dead' | 'dropped'; readonly failure: string }
  | { readonly state: 'waiting'; readonly failure: string; readonly dueAt: Date };

/** How long a message is tried. */
export const givenUpAfterMs = 3 * DAY_MS;

/** How long a worker has a message for itself; longer than a try may take. */
export const leaseMs = 2 * 60_000;

const FIRST_PAUSE_MS = 60_000;
/** The longest pause between two tries, in milliseconds. */
export const longestPauseMs = 6 * 60 * 60_000;

/**
 * Decides the state of a message after a try. Pauses have full jitter below a limit that doubles,
 * so that receivers that were down together are not called together ("Exponential Backoff And
 * Jitter", AWS Architecture Blog).
 * @param random a number from 0 up to 1
 */
export function endOfTry(
  { tries, giveUpAt }: Pick<QueuedDelivery, 'tries' | 'giveUpAt'>,
  result: TryResult,
  now: Date,
  random: number,
): DeliveryEnd {
  if (result.kind === 'sent') return { state: 'sent' };
  const { failure } = result;
  if (result.kind === 'dropped') return { state: 'dropped', failure };
  if (result.kind === 'never') return { state: 'dead', failure };
  const limitMs = Math.min(longestPauseMs, FIRST_PAUSE_MS * 2 ** tries);
  const dueAt = new Date(now.getTime() + random * limitMs);
  if (dueAt > giveUpAt) return { state: 'dead', failure };
  return { state: 'waiting', failure, dueAt };
}

/** The receiver of the messages about a wallet. */
export interface Recipient {
  /** Absent unless the identity provider has verified it. */
  readonly address?: string;
  readonly name?: string;
  readonly language?: Language;
  readonly unwanted: readonly MessageTopic[];
}

export interface Recipients {
  /** Undefined once the account is deleted. */
  find(walletId: string): Promise<Recipient | undefined>;
  /** Whether a mailbox has bounced or complained. */
  isStopped(address: string): Promise<boolean>;
  /** Ends all mail to a mailbox. */
  stop(address: string, reason: 'bounce' | 'complaint', now: Date): Promise<void>;
}

/** A user's choices about messages. */
export interface MessageChoices {
  readonly unwanted: readonly MessageTopic[];
  /** A balance at or below it is told; in credits, absent for the usual mark. */
  readonly lowMark?: number | undefined;
  /** Absent in rows from before the column existed. */
  readonly language?: string | undefined;
}

export interface MessageChoiceStore {
  /** The low mark is the one that counts: the user's own, or the usual one, if there is any. */
  read(walletId: string): Promise<MessageChoices>;
  save(walletId: string, choices: MessageChoices & { readonly language: Language }): Promise<void>;
  /** Ends mail about a topic. A deleted user is no error. */
  end(unsubscription: Unsubscription): Promise<void>;
}

/** A message in the form that mail servers carry (RFC 5322), with its envelope (RFC 5321). */
export interface Mail {
  readonly from: string;
  readonly to: string;
  readonly raw: Uint8Array;
}

export type MailResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      /** Whether it would be refused at every other time, too. */
      readonly isFinal: boolean;
      /** Whether it is the address that was refused, and not the message or us. */
      readonly isAddress: boolean;
      /** A code or a number of the answer, without anything personal. */
      readonly failure: string;
    };

export type SendMail = (mail: Mail) => Promise<MailResult>;

/** The content of a link to end mail about a topic. Nobody can make one without the secret. */
export interface Unsubscription {
  readonly walletId: string;
  readonly topic: MessageTopic;
}

/** The token of such a link: it stays valid, because old mail has it too (RFC 8058, section 3.1). */
export function unsubscribeToken({ walletId, topic }: Unsubscription, secret: string): string {
  return `${walletId}.${topic}.${sealOf(walletId, topic, secret)}`;
}

/** Reads a token; undefined for a text that is not exactly one of ours. */
export function readUnsubscribeToken(token: string, secret: string): Unsubscription | undefined {
  const [walletId = '', name] = token.split('.', 2);
  const topic = messageTopics.find((one) => one === name);
  if (topic === undefined) return undefined;
  const found = { walletId, topic };
  const [given, due] = [Buffer.from(token), Buffer.from(unsubscribeToken(found, secret))];
  return given.length === due.length && timingSafeEqual(given, due) ? found : undefined;
}

/** An HMAC under a word that no other use of the key begins with. */
function sealOf(walletId: string, topic: MessageTopic, secret: string): string {
  const text = `unsubscribe ${walletId} ${topic}`;
  return createHmac('sha256', secret).update(text).digest('base64url');
}
