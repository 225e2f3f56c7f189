import * as z from 'zod/mini';
import { wholeCredits } from './credits.ts';
import { route } from './route.ts';

/** The periods that use is counted by, in UTC; a week begins on Monday (ISO 8601). */
export const usagePeriods = ['day', 'week', 'month'] as const;

export type UsagePeriod = (typeof usagePeriods)[number];

/** How many periods an answer goes back, the current one included. */
export const usageLength = {
  day: 90,
  week: 52,
  month: 24,
} as const satisfies Record<UsagePeriod, number>;

/** What happened to a wallet in one period, in credits. */
const usageBucketSchema = z.object({
  /** When the period begins. */
  start: z.iso.datetime(),
  /** What captures took. */
  used: wholeCredits,
  /** What grants gave, and what came back with a refund that was reversed. */
  added: wholeCredits,
  expired: wholeCredits,
  /** What refunds took back, as credits or as debt. */
  refunded: wholeCredits,
  /**
   * Available and held less owed at the end of the period, or now: below zero with a debt. It is
   * that of the period before, plus `added`, less `used`, `expired` and `refunded`.
   */
  balance: z.int(),
});

export type UsageBucket = z.infer<typeof usageBucketSchema>;

/** As many buckets as `usageLength` says, the oldest first, also where nothing happened. */
export const usageSchema = z.object({
  by: z.enum(usagePeriods),
  buckets: z.array(usageBucketSchema),
});

export type Usage = z.infer<typeof usageSchema>;

export const usageQuerySchema = z.object({ by: z._default(z.enum(usagePeriods), 'day') });

export const readUsage = /* @__PURE__ */ route('readUsage', {
  summary: 'Balance and use by day, week or month',
  method: 'GET',
  path: '/api/credits/usage',
  file: 'credits/read-usage',
  caller: 'session',
  query: usageQuerySchema,
  replies: { 200: usageSchema },
});

export const usageRoutes = { readUsage };
