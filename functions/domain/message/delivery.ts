import { DAY_MS } from '../../../src/contract/durations.ts';
import type { Message, MessageEvent } from '../../../src/contract/messages.ts';

/**
 * The state of a message. `waiting`: a try is due at some time. `dead`: every try failed, or the
 * receiver refused it for good. `dropped`: nobody wants it, or an operator gave it up.
 */
export type DeliveryState = 'waiting' | 'sent' | 'dead' | 'dropped';

/** The channel of this process on which a stored message is announced. */
export const messagesChannel = 'millrace messages';

/** A message on its way to one receiver. */
export interface Delivery {
  /** The same at each try, so that a receiver can drop a second copy. It sorts by its time. */
  readonly id: string;
  /** The queue: a kind and an id, such as `mail` and the wallet. Its messages go in their order. */
  readonly receiver: string;
  readonly walletId: string;
  readonly message: Message;
  readonly createdAt: Date;
  /** How many tries have begun. */
  readonly tries: number;
  readonly dueAt: Date;
  /** After this time no further try begins. */
  readonly giveUpAt: Date;
}

/** A message as an operator sees it. */
export interface ListedDelivery extends Pick<Delivery, 'id' | 'receiver' | 'createdAt' | 'tries'> {
  readonly event: MessageEvent;
  readonly state: DeliveryState;
  readonly dueAt?: Date;
  /** Why the last try failed, without anything personal. */
  readonly failure?: string;
}

/** What a try came to. `later` may succeed at another time; `never` will not. */
export type TryResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'dropped' | 'later' | 'never'; readonly failure: string };

/** Sends one message to one kind of receiver. */
export type Deliver = (delivery: Delivery) => Promise<TryResult>;

export interface Outbox {
  /** Messages that are due, at most one of each receiver: its oldest. */
  due(now: Date): Promise<readonly Delivery[]>;
  /**
   * Takes a message for `leaseMs`. A worker that dies leaves it to be due again after that.
   *
   * @returns false when another worker has taken or settled it
   */
  claim(delivery: Delivery, now: Date): Promise<boolean>;
  /** Stores what a try came to. */
  settle(id: string, end: DeliveryEnd, now: Date): Promise<void>;
  /** Since when the longest overdue message waits for its first try; undefined when none does. */
  oldestUntried(now: Date): Promise<Date | undefined>;
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
const LONGEST_PAUSE_MS = 6 * 60 * 60_000;

/**
 * What is stored after a try. Pauses have full jitter below a limit that doubles, so that receivers
 * that were down together are not called together ("Exponential Backoff And Jitter", AWS
 * Architecture Blog).
 *
 * @param random a number from 0 up to 1
 */
export function endOfTry(
  { tries, giveUpAt }: Pick<Delivery, 'tries' | 'giveUpAt'>,
  result: TryResult,
  now: Date,
  random: number,
): DeliveryEnd {
  if (result.kind === 'sent') return { state: 'sent' };
  const { failure } = result;
  if (result.kind === 'dropped') return { state: 'dropped', failure };
  if (result.kind === 'never') return { state: 'dead', failure };
  const limitMs = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
  const dueAt = new Date(now.getTime() + random * limitMs);
  if (dueAt > giveUpAt) return { state: 'dead', failure };
  return { state: 'waiting', failure, dueAt };
}
