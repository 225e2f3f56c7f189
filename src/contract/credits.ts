import * as z from 'zod/mini';

/** Where credits come from. In which order they are spent is the ledger's to say. */
export const creditSources = ['trial', 'operator', 'refund_reversed', 'purchase'] as const;

export type CreditSource = (typeof creditSources)[number];

const wholeCredits = z.int().check(z.nonnegative());

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
});

export type Balance = z.infer<typeof balanceSchema>;

/** How near an expiry must be for its credits to count as expiring soon. */
export const expiringSoonDays = 7;
