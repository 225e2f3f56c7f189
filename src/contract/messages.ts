import * as z from 'zod/mini';
import { browserNames, systemNames } from './account.ts';
import { billSchema } from './checkout.ts';
import { wholeCredits as credits, maxAmountCredits } from './credits.ts';
import { allLanguages } from './language.ts';
import { storedLeftOutSchema } from './left-out.ts';
import { capWindows } from './limits.ts';
import { route } from './route.ts';

/** The kinds of messages that a user may do without. Receipts and what is about the account stay. */
export const messageTopics = ['balance', 'expiry', 'runs'] as const;

export type MessageTopic = (typeof messageTopics)[number];

/** The events that a message tells a user about. */
export const messageEvents = [
  'trial_granted',
  'balance_low',
  'none_left',
  'key_cap',
  'credits_ending',
  'receipt',
  'refund',
  'dispute',
  'run_finished',
  'top_up_confirm',
  'top_up_failed',
  'top_up_paused',
  'new_device',
  'account_deleted',
] as const;

const time = z.iso.datetime();
const money = { amountMinor: z.int(), currency: z.string(), credits };
/** Messages about purchases from before receipts had numbers have the purchase's id. */
const purchase = {
  ...{ purchaseId: z.uuid(), number: z.optional(z.string()), ...money },
  /** The name of the paper at the payment service (`papersOf`); absent without an invoice. */
  paper: z.optional(z.string()),
};

/** The payload of each message: the facts that its text needs. */
export const messagePayloads = {
  trial_granted: z.object({ credits, endsAt: time }),
  /** The balance crossed the mark. */
  balance_low: z.object({ available: credits, mark: credits }),
  /** A service needed more for a hold that it had, and there was not enough. */
  none_left: z.object({ available: credits, required: credits }),
  /** A personal key has spent half of a cap, four fifths or all. */
  key_cap: z.object({
    ...{ key: z.string(), window: z.enum(capWindows), percent: z.int() },
    ...{ cap: credits, spent: credits, resetsAt: z.optional(time) },
  }),
  credits_ending: z.object({ credits, endsAt: time, days: z.int() }),
  /** Written in the payment's transaction, so it has the time of the payment. */
  receipt: z.object({
    ...purchase,
    /** How many of the credits paid a debt. */
    deducted: z.optional(credits),
    /** Whether it is a top-up. */
    automatic: z.optional(z.boolean()),
    /** The parts of the payment; without them, `amountMinor` was paid. */
    bill: z.optional(billSchema),
  }),
  /** `failed`: the money could not be sent back, so the credits are the buyer's again. */
  refund: z.object({ ...purchase, failed: z.optional(z.boolean()) }),
  dispute: z.object({ ...purchase, status: z.enum(['opened', 'won', 'lost']) }),
  run_finished: z.object({
    ...{ flowId: z.string(), isDone: z.boolean() },
    /** Absent in messages from before mail told them. */
    ...{ runId: z.optional(z.uuid()), credits: z.optional(credits) },
    leftOut: z.optional(z.array(storedLeftOutSchema)),
  }),
  /** The bank wants the owner of the card to confirm, so nothing was bought. */
  top_up_confirm: z.object(money),
  /** Topping up has stopped. */
  top_up_failed: z.object({ why: z.enum(['card', 'pack', 'limit', 'dispute']), ...money }),
  /** A refund of this purchase took credits back, so topping up waits for its owner. */
  top_up_paused: z.object(money),
  /** A sign-in from a device that the user had not signed in from; absent parts are unknown. */
  new_device: z.object({
    browser: z.optional(z.enum(browserNames)),
    system: z.optional(z.enum(systemNames)),
  }),
  /** The account is gone by then, so the message itself knows where it goes. */
  account_deleted: z.object({ address: z.string(), language: z.nullable(z.enum(allLanguages)) }),
} as const satisfies Readonly<Record<(typeof messageEvents)[number], z.ZodMiniType>>;

export type MessageEvent = (typeof messageEvents)[number];

/** The facts of an event. */
export type MessagePayload<Event extends MessageEvent> = z.output<(typeof messagePayloads)[Event]>;

/** An event with its facts. */
export type Message = {
  [Event in MessageEvent]: { readonly event: Event; readonly payload: MessagePayload<Event> };
}[MessageEvent];

/** The topic of each message; undefined for messages that nobody can switch off. */
export const topicOf: Readonly<Record<MessageEvent, MessageTopic | undefined>> = {
  trial_granted: 'balance',
  balance_low: 'balance',
  none_left: 'balance',
  key_cap: 'balance',
  credits_ending: 'expiry',
  run_finished: 'runs',
  receipt: undefined,
  refund: undefined,
  dispute: undefined,
  top_up_confirm: undefined,
  top_up_failed: undefined,
  top_up_paused: undefined,
  new_device: undefined,
  account_deleted: undefined,
};

const topics = z.array(z.enum(messageTopics)).check(z.maxLength(messageTopics.length));
const lowMark = z.optional(z.int().check(z.nonnegative(), z.maximum(maxAmountCredits)));

/** The topics that the caller does without, and the balance at which they are told. */
export const messageChoicesSchema = z.object({ unwanted: topics, lowMark });

export const readMessageChoices = /* @__PURE__ */ route('readMessageChoices', {
  summary: 'Which messages the user wants',
  method: 'GET',
  path: '/api/user/messages',
  file: 'user/message-choices',
  caller: 'session',
  replies: { 200: messageChoicesSchema },
});

/** Without a low mark the one from before stays. Messages come in the language that is given. */
export const saveMessageChoices = /* @__PURE__ */ route('saveMessageChoices', {
  summary: 'Stores which messages the user wants, and in which language',
  method: 'POST',
  path: '/api/user/messages',
  file: 'user/save-message-choices',
  caller: 'session',
  body: z.object({ unwanted: topics, lowMark, language: z.enum(allLanguages) }),
  limit: 'change',
  replies: { 204: 'nothing' },
});

const unsubscribeQuery = z.object({ token: z.string().check(z.maxLength(200)) });

/** Asks before it ends anything: programs open every link of a message to look for danger. */
export const askUnsubscribe = /* @__PURE__ */ route('askUnsubscribe', {
  summary: 'The page that asks whether mail about a topic shall end',
  method: 'GET',
  path: '/api/messages/unsubscribe',
  file: 'messages/ask-unsubscribe',
  caller: 'anyone',
  query: unsubscribeQuery,
  localized: true,
  replies: { 200: 'page' },
});

/** A mail program calls this route when its user presses Unsubscribe (RFC 8058, section 3.2). */
export const unsubscribe = /* @__PURE__ */ route('unsubscribe', {
  summary: 'Ends mail about a topic, for whoever has a link of such a message',
  method: 'POST',
  path: '/api/messages/unsubscribe',
  file: 'messages/unsubscribe',
  caller: 'anyone',
  query: unsubscribeQuery,
  body: 'bytes',
  ignoresUnknown: true,
  localized: true,
  replies: { 200: 'page' },
});

/** The days before the end of credits on which their owner is told. */
export const endingSoonDays = [7, 1] as const;

export const messageRoutes = {
  readMessageChoices,
  saveMessageChoices,
  askUnsubscribe,
  unsubscribe,
};

/** The refusal of a token that nobody has made. */
export const unknownToken = {
  ok: false,
  code: 'query_invalid',
  detail: 'The "token" is not one of ours. Open the whole link, as it is in the message.',
} as const;
