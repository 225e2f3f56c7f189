import * as z from 'zod/mini';
import { maxSessions, sessionSchema } from './account.ts';
import { purchaseSchema, reversalKinds, reversalStatuses } from './checkout.ts';
import { creditSources, holdStates, wholeCredits } from './credits.ts';
import { entrySchema } from './entries.ts';
import { runSummarySchema } from './flows.ts';
import { keySchema } from './keys.ts';
import { messageChoicesSchema, messageEvents } from './messages.ts';
import { route } from './route.ts';
import { topUpSchema } from './top-up.ts';
import { profileSchema } from './user.ts';

const time = z.iso.datetime();

/** A lot of credits, and where they are now. */
const exportedLotSchema = z.object({
  id: z.uuid(),
  source: z.enum(creditSources),
  amount: wholeCredits,
  remaining: wholeCredits,
  held: wholeCredits,
  owed: wholeCredits,
  expired: wholeCredits,
  refunded: wholeCredits,
  reason: z.optional(z.string()),
  grantedAt: time,
  expiresAt: time,
});

const exportedHoldSchema = z.object({
  id: z.uuid(),
  amount: wholeCredits,
  state: z.enum(holdStates),
  captured: wholeCredits,
  reference: z.string(),
  createdAt: time,
  expiresAt: time,
});

const exportedPurchaseSchema = z.extend(purchaseSchema, {
  /** The payment service's id of the payment. */
  payment: z.optional(z.string()),
  /** The payment service's id of the invoice. It keeps that after the account is deleted. */
  invoice: z.optional(z.string()),
  /** The country of the invoice, as an ISO 3166-1 code. */
  country: z.optional(z.string()),
  reversals: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(reversalKinds),
      amountMinor: z.int(),
      standing: z.enum(reversalStatuses),
      /** The payment service's credit note, which it keeps like the invoice. */
      creditNote: z.optional(z.object({ id: z.string(), taxMinor: z.int() })),
    }),
  ),
});

/** The lists of an export that have a limit. */
export const exportLists = [
  'sessions',
  'lots',
  'holds',
  'entries',
  'purchases',
  'notices',
  'keys',
  'runs',
] as const;

/** How many items each list of an export has at most, newest first, to fit the 6 MB of a Lambda. */
export const exportLimits = {
  sessions: maxSessions,
  lots: 1_000,
  holds: 500,
  entries: 3_000,
  purchases: 500,
  notices: 500,
  keys: 500,
  runs: 1_000,
} as const satisfies Record<(typeof exportLists)[number], number>;

/** The stored data about a user, as of one moment. */
export const exportSchema = z.object({
  exportedAt: time,
  /**
   * The lists that are cut off; `/api/credits/entries`, `/api/purchases`, `/api/user/keys` and
   * `/runs` have the rest.
   */
  cut: z.array(z.enum(exportLists)),
  id: z.uuid(),
  /** The first sign-in, and the last. */
  createdAt: time,
  savedAt: time,
  profile: profileSchema,
  sessions: z.array(z.extend(sessionSchema, { userAgent: z.string() })),
  /** Browsers and systems of all sign-ins, such as `Chrome/Windows`: mail tells of others. */
  devices: z.array(z.string()),
  /** Whether there was a trial. We store its address as a keyed hash, which reveals nothing. */
  trial: z.nullable(z.object({ grantedAt: time })),
  wallet: z.object({
    id: z.uuid(),
    available: wholeCredits,
    held: wholeCredits,
    owed: wholeCredits,
  }),
  lots: z.array(exportedLotSchema),
  holds: z.array(exportedHoldSchema),
  entries: z.array(entrySchema),
  purchases: z.array(exportedPurchaseSchema),
  topUp: topUpSchema,
  /** The personal keys without their secrets, and what they have used. */
  keys: z.array(keySchema),
  /** The runs of flows; `/runs/{id}` of the flows API has their results until they are deleted. */
  runs: z.array(runSummarySchema),
  /** What the user wants to be told, and in which language. */
  messages: z.extend(messageChoicesSchema, { language: z.optional(z.string()) }),
  /** The events for which a sender tells the user. */
  notices: z.array(
    z.object({ event: z.enum(messageEvents), createdAt: time, sentAt: z.nullable(time) }),
  ),
});

export type Export = z.infer<typeof exportSchema>;

export const exportUser = /* @__PURE__ */ route('exportUser', {
  summary: 'Everything that is kept about the user',
  method: 'GET',
  path: '/api/user/export',
  file: 'user/export',
  caller: 'session',
  limit: 'download',
  replies: { 200: exportSchema },
});

export const exportRoutes = { exportUser };
