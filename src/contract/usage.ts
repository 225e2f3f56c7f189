import * as z from 'zod/mini';
import { wholeCredits } from './credits.ts';
import { route } from './route.ts';

/** The periods of usage, in UTC; a week begins on Monday (ISO 8601). */
export const usagePeriods = ['day', 'week', 'month'] as const;

export type UsagePeriod = (typeof usagePeriods)[number];

/** How many periods an answer has, the current one included. */
export const usageLength = {
  day: 90,
  week: 52,
  month: 24,
} as const satisfies Record<UsagePeriod, number>;

/** The changes of a wallet in one period, in credits. */
const usageBucketSchema = z.object({
  /** When the period begins. */
  start: z.iso.datetime(),
  /** The credits of captures. */
  used: wholeCredits,
  /** The credits of grants and of reversed refunds. */
  added: wholeCredits,
  expired: wholeCredits,
  /** The credits of refunds, taken or owed. */
  refunded: wholeCredits,
  /**
   * The available and held credits, less the debt, at the end of the period, or now: below zero
   * with a debt. It is the balance of the period before, plus `added`, less `used`, `expired` and
   * `refunded`.
   */
  balance: z.int(),
});

export type UsageBucket = z.infer<typeof usageBucketSchema>;

/** As many periods as `usageLength` says, the oldest first, also those without changes. */
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

/** How many months the use by flow and key goes back, the present one included. */
export const usedMonths = 12;

/** The credits that captures of one kind have used in one month. */
const useSchema = z.object({
  /** In UTC, as `2026-11`. */
  month: z.string(),
  /** The flow that was run; absent for the work of a service. */
  flow: z.optional(z.string()),
  service: z.optional(z.string()),
  /** The personal key; absent for a page. Its name is empty once its account was deleted. */
  key: z.optional(z.object({ id: z.uuid(), name: z.string() })),
  /** How often something was charged. */
  charges: wholeCredits,
  used: wholeCredits,
});

export type UseRow = z.infer<typeof useSchema>;

/** The newest month first, and in it what used most. */
export const usesSchema = z.object({ rows: z.array(useSchema) });

export const readUse = /* @__PURE__ */ route('readUse', {
  summary: 'Credits that were used, by month, flow and key',
  method: 'GET',
  path: '/api/credits/use',
  file: 'credits/read-use',
  caller: 'session',
  csv: true,
  localized: true,
  limit: 'download',
  replies: { 200: usesSchema },
});

export const usageRoutes = { readUsage, readUse };
