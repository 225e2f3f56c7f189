import * as z from 'zod/mini';
import { route } from './route.ts';

/** The sources of credits. The ledger decides the order in which they are spent. */
export const creditSources = ['trial', 'operator', 'refund_reversed', 'purchase'] as const;

export type CreditSource = (typeof creditSources)[number];

/**
 * The most credits that one command may move: far inside the exact numbers of a double (2^53 − 1).
 */
export const maxAmountCredits = 1_000_000_000;

/** A balance at or below this share of the last trial or purchase is low. */
export const lowBalanceShare = 0.2;

/** A number of credits in an answer. */
export const wholeCredits = z.int().check(z.nonnegative());

/** The states of a hold: it begins open, and ends once. */
export const holdStates = ['open', 'captured', 'released', 'expired'] as const;

export type HoldState = (typeof holdStates)[number];

/** The balance of the caller: whole credits, times as RFC 3339 in UTC. */
export const balanceSchema = z.object({
  available: wholeCredits,
  held: wholeCredits,
  grants: z.array(
    z.object({
      id: z.uuid(),
      source: z.enum(creditSources),
      remaining: wholeCredits,
      expiresAt: z.iso.datetime(),
    }),
  ),
  /** Credits that expire within `expiringSoonDays`. */
  expiringSoon: wholeCredits,
  /** Refunds of credits that were already spent: the next purchase pays them first. */
  owed: wholeCredits,
  /** Whether the balance is at most `lowBalanceShare` of the last trial or purchase. */
  low: z.boolean(),
});

export type Balance = z.infer<typeof balanceSchema>;

/** How near an expiry must be for its credits to count as expiring soon, in days. */
export const expiringSoonDays = 7;

export const readCredits = /* @__PURE__ */ route('readCredits', {
  summary: 'The user’s balance and the lots it is made of',
  method: 'GET',
  path: '/api/credits',
  file: 'credits/read',
  caller: 'session',
  replies: { 200: balanceSchema },
});

export const creditRoutes = { readCredits };
