import * as z from 'zod/mini';
import { profileSchema } from './user.ts';

/** Where credits come from. In which order they are spent is the ledger's to say. */
export const creditSources = ['trial', 'operator', 'refund_reversed', 'purchase'] as const;

export type CreditSource = (typeof creditSources)[number];

/** The most credits one command may move: far inside what a double counts exactly (2^53 − 1). */
export const maxAmountCredits = 1_000_000_000;

/** At and below which share of the last trial or purchase a balance is low. */
export const lowBalanceShare = 0.2;

/** How long a hold lasts when nobody says, and at most, in seconds. */
export const holdSeconds = { default: 5 * 60, max: 24 * 60 * 60 } as const;

/** How long an operator's gift lasts when nobody says, and at most, in days. */
export const giftDays = { default: 365, max: 3_650 } as const;

/** A number of credits as answers have it. */
export const wholeCredits = z.int().check(z.nonnegative());

/** An amount that a command may move, in credits. */
const amountCredits = z.int().check(z.gte(1), z.lte(maxAmountCredits));

/** What a hold can be: it begins open, and ends once. */
export const holdStates = ['open', 'captured', 'released', 'expired'] as const;

export type HoldState = (typeof holdStates)[number];

const balanceAfter = { available: wholeCredits, held: wholeCredits };

const { sub } = profileSchema.shape;

/** Something outside the ledger that a hold is about, for whoever reads the entries: printable. */
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
  ...balanceAfter,
});

export type HoldReply = z.infer<typeof holdSchema>;

/** Settles a hold for `amount`, or whole; a `sub` that is not its owner's finds nothing. */
export const captureRequestSchema = z.object({
  amount: z.optional(amountCredits),
  sub: z.optional(sub),
});

export const captureSchema = z.object({
  id: z.uuid(),
  captured: amountCredits,
  /** What went back to the lots; less of it is available where a lot had expired meanwhile. */
  released: wholeCredits,
  ...balanceAfter,
});

export type CaptureReply = z.infer<typeof captureSchema>;

export const releaseRequestSchema = z.object({ sub: z.optional(sub) });

export const releaseSchema = z.object({ id: z.uuid(), released: amountCredits, ...balanceAfter });

export type ReleaseReply = z.infer<typeof releaseSchema>;

/** Gives credits as an operator would, with the reason that the entries keep. */
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
  ...balanceAfter,
});

export type GrantReply = z.infer<typeof grantSchema>;

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
