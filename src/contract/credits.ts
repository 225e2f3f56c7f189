import * as z from 'zod/mini';
import { route } from './route.ts';

/** Where credits come from. In which order they are spent is the ledger's to say. */
export const creditSources = ['trial', 'operator', 'refund_reversed', 'purchase'] as const;

export type CreditSource = (typeof creditSources)[number];

/** The most credits one command may move: far inside what a double counts exactly (2^53 − 1). */
export const maxAmountCredits = 1_000_000_000;

/** At and below which share of the last trial or purchase a balance is low. */
export const lowBalanceShare = 0.2;

/** A number of credits as answers have it. */
export const wholeCredits = z.int().check(z.nonnegative());

/** What a hold can be: it begins open, and ends once. */
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
  /** Whether what is left is at most `lowBalanceShare` of the last trial or purchase. */
  low: z.boolean(),
});

export type Balance = z.infer<typeof balanceSchema>;

/** How near an expiry must be for its credits to count as expiring soon. */
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
