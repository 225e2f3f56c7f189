import * as z from 'zod/mini';
import { maxAmountCredits, wholeCredits } from './credits.ts';
import { idParams } from './id.ts';
import { route } from './route.ts';
import { subjectSchema as sub } from './user.ts';

/** How long a hold lasts by default, and at most, in seconds. */
export const holdSeconds = { default: 5 * 60, max: 24 * 60 * 60 } as const;

/** How long an operator's gift lasts by default, and at most, in days. */
export const giftDays = { default: 365, max: 3_650 } as const;

/** An amount that a command may move, in credits. */
const amountCredits = z.int().check(z.gte(1), z.lte(maxAmountCredits));

/** A name outside the ledger for the purpose of a hold, for readers of the entries: printable. */
const reference = z.string().check(z.regex(/^[^\p{Cc}\p{Cs}]{1,200}$/u));

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

/** Settles a hold for `amount`, or whole; with a `sub` of another user it finds nothing. */
export const captureRequestSchema = z.object({
  amount: z.optional(amountCredits),
  sub: z.optional(sub),
});

export const captureSchema = z.object({
  id: z.uuid(),
  captured: amountCredits,
  /**
   * The credits that returned to the lots; fewer are available where a lot had expired meanwhile.
   */
  released: wholeCredits,
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

export const captureHold = /* @__PURE__ */ route('captureHold', {
  summary: 'Settles a hold for its amount or less; the rest goes back',
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
  summary: 'Gives a hold back; nothing is charged',
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

export const holdRoutes = { holdCredits, captureHold, releaseHold, grantCredits };
