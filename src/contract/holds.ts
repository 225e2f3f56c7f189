import * as z from 'zod/mini';
import { maxAmountCredits, wholeCredits } from './credits.ts';
import { idParams } from './id.ts';
import { route } from './route.ts';
import { subjectSchema as sub } from './user.ts';

/**
 * How long a hold lasts by default, and at most, in seconds; and how long after it was made it may
 * end when it is extended, as long as Stripe keeps an authorization of a card.
 */
export const holdSeconds = {
  default: 5 * 60,
  max: 24 * 60 * 60,
  maxExtended: 7 * 24 * 60 * 60,
} as const;

/** How long an operator's gift lasts by default, and at most, in days. */
export const giftDays = { default: 365, max: 3_650 } as const;

/** An amount that a command may move, in credits. */
export const amountCredits = z.int().check(z.gte(1), z.lte(maxAmountCredits));

/** A name outside the ledger for the purpose of a hold, for readers of the entries: printable. */
export const referencePattern = /^[^\p{Cc}\p{Cs}]{1,200}$/u;
export const reference = z.string().check(z.regex(referencePattern));

/** Reserves credits of the user with that subject. */
export const holdRequestSchema = z.object({
  sub,
  amount: amountCredits,
  expiresInSeconds: z.optional(z.int().check(z.gte(1), z.lte(holdSeconds.max))),
  reference: z.optional(reference),
});

export const holdSchema = z.object({
  id: z.uuid(),
  amount: amountCredits,
  expiresAt: z.iso.datetime(),
  available: wholeCredits,
  held: wholeCredits,
});

export type HoldReply = z.infer<typeof holdSchema>;

/**
 * Changes an open hold: `amount` is the new amount of the whole hold, and never less than before. It
 * then ends `expiresInSeconds` after this call, and never sooner than before. With a `sub` of another
 * user it finds nothing.
 */
export const changeHoldRequestSchema = z.object({
  amount: z.optional(amountCredits),
  expiresInSeconds: holdRequestSchema.shape.expiresInSeconds,
  sub: z.optional(sub),
});

/**
 * Settles a hold of the service for `amount`, or for all that it still has; with a `sub` of another
 * user it finds nothing. With `final: false` the hold keeps the rest for further captures, as Stripe's
 * `final_capture: false` does (Payment Intents API, "Capture a PaymentIntent").
 */
export const captureRequestSchema = z.object({
  amount: z.optional(amountCredits),
  final: z.optional(z.boolean()),
  sub: z.optional(sub),
});

export const captureSchema = z.object({
  id: z.uuid(),
  captured: amountCredits,
  /**
   * The credits that returned to the lots; fewer are available where a lot had expired meanwhile.
   */
  released: wholeCredits,
  /** The credits that the hold still has; absent when this capture has ended it. */
  remaining: z.optional(amountCredits),
  available: wholeCredits,
  held: wholeCredits,
});

export type CaptureReply = z.infer<typeof captureSchema>;

export const releaseRequestSchema = z.object({ sub: z.optional(sub) });

export const releaseSchema = z.object({
  id: z.uuid(),
  released: amountCredits,
  available: wholeCredits,
  held: wholeCredits,
});

export type ReleaseReply = z.infer<typeof releaseSchema>;

/** Gives credits as an operator does, with a reason that the entries store. */
export const grantRequestSchema = z.object({
  sub,
  amount: amountCredits,
  reason: reference,
  expiresInDays: z.optional(z.int().check(z.gte(1), z.lte(giftDays.max))),
});

export const grantSchema = z.object({
  id: z.uuid(),
  amount: amountCredits,
  expiresAt: z.iso.datetime(),
  available: wholeCredits,
  held: wholeCredits,
});

export type GrantReply = z.infer<typeof grantSchema>;

export const holdCredits = /* @__PURE__ */ route('holdCredits', {
  summary: 'Reserves credits of a user before a run',
  method: 'POST',
  path: '/api/credits/holds',
  file: 'credits/hold',
  caller: 'service-key',
  scope: 'holds',
  keyed: true,
  body: holdRequestSchema,
  fieldProblems: { amount: 'amount_invalid' },
  refuses: ['credits_insufficient', 'idempotency_conflict', 'user_not_found'],
  limit: 'service',
  replies: { 201: holdSchema },
});

export const changeHold = /* @__PURE__ */ route('changeHold', {
  summary: 'Raises an open hold of this service, or extends it',
  method: 'POST',
  path: '/api/credits/holds/{id}',
  file: 'credits/change-hold',
  caller: 'service-key',
  scope: 'holds',
  keyed: true,
  params: idParams,
  body: changeHoldRequestSchema,
  fieldProblems: { id: 'hold_not_found', amount: 'amount_invalid' },
  refuses: [
    'credits_insufficient',
    'hold_already_settled',
    'hold_expired',
    'hold_too_long',
    'idempotency_conflict',
  ],
  limit: 'service',
  replies: { 200: holdSchema },
});

export const captureHold = /* @__PURE__ */ route('captureHold', {
  summary: 'Settles a hold of this service, all of it or less, or in steps; the rest goes back',
  method: 'POST',
  path: '/api/credits/holds/{id}/capture',
  file: 'credits/capture',
  caller: 'service-key',
  scope: 'holds',
  keyed: true,
  params: idParams,
  body: captureRequestSchema,
  fieldProblems: { id: 'hold_not_found', amount: 'amount_invalid' },
  refuses: ['hold_already_settled', 'hold_expired', 'idempotency_conflict'],
  limit: 'service',
  replies: { 200: captureSchema },
});

export const releaseHold = /* @__PURE__ */ route('releaseHold', {
  summary: 'Gives a hold of this service back; nothing is charged',
  method: 'POST',
  path: '/api/credits/holds/{id}/release',
  file: 'credits/release',
  caller: 'service-key',
  scope: 'holds',
  keyed: true,
  params: idParams,
  body: releaseRequestSchema,
  fieldProblems: { id: 'hold_not_found' },
  refuses: ['hold_already_settled', 'hold_expired', 'idempotency_conflict'],
  limit: 'service',
  replies: { 200: releaseSchema },
});

export const grantCredits = /* @__PURE__ */ route('grantCredits', {
  summary: 'Gives a user credits, with a reason',
  method: 'POST',
  path: '/api/credits/grants',
  file: 'credits/grant',
  caller: 'service-key',
  scope: 'grants',
  keyed: true,
  body: grantRequestSchema,
  fieldProblems: { amount: 'amount_invalid' },
  refuses: ['idempotency_conflict', 'user_not_found', 'wallet_full'],
  limit: 'service',
  replies: { 201: grantSchema },
});

export const holdRoutes = { holdCredits, changeHold, captureHold, releaseHold, grantCredits };
