import * as z from 'zod/mini';
import { purchaseSchema, reversalKinds, reversalStatuses } from './checkout.ts';
import { creditSources, holdStates, wholeCredits } from './credits.ts';
import { entrySchema } from './entries.ts';
import { runSummarySchema } from './flows.ts';
import { type Profile, profileSchema } from './user.ts';

/** The most sessions that are listed: the caller's own, and those that were seen last. */
export const maxListedSessions = 100;

/** The browsers that a session can be named after. */
export const browserNames = [
  'Chrome',
  'Edge',
  'Firefox',
  'Opera',
  'Safari',
  'Samsung Internet',
] as const;

/** The systems that a session can be named after. */
export const systemNames = ['Android', 'ChromeOS', 'iOS', 'Linux', 'macOS', 'Windows'] as const;

/** A session of the caller that can still be used: times as RFC 3339 in UTC. */
export const sessionSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Moves on at most every ten minutes. */
  lastSeenAt: z.iso.datetime(),
  /** When it ends, however much it is used. */
  expiresAt: z.iso.datetime(),
  /** Absent where the user agent names none that we know. */
  browser: z.optional(z.enum(browserNames)),
  system: z.optional(z.enum(systemNames)),
  /** Whether it is the one that asks. */
  current: z.boolean(),
});

export type ListedSession = z.infer<typeof sessionSchema>;

/** The caller's sessions: the one that asks first, then the one that was seen last. */
export const sessionsSchema = z.object({
  sessions: z.array(sessionSchema).check(z.maxLength(maxListedSessions)),
});

/** With `keep=current` the session that asks goes on. */
export const endSessionsQuerySchema = z.object({ keep: z.optional(z.literal('current')) });

/** How long ago the sign-in may be for an account to be deleted, in minutes. */
export const deletionSignInMinutes = 10;

export const deleteUserSchema = z.object({ confirm: z.string().check(z.maxLength(400)) });

/**
 * What the owner of an account types to have it deleted: the e-mail address, or the subject of who
 * has none. The page shows it, and the server asks for it.
 */
export function confirmationOf({ email, sub }: Pick<Profile, 'email' | 'sub'>): string {
  return email?.trim() || sub;
}

/** Whether what was typed is what the owner of an account was asked for, however it is written. */
export function isConfirmed(typed: string, profile: Pick<Profile, 'email' | 'sub'>): boolean {
  return plain(typed) === plain(confirmationOf(profile));
}

/** Phones write the first letter large, and add a space after a word that they completed. */
function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** Whether a sign-in is recent enough for its account to be deleted; both in milliseconds. */
export function isRecentSignIn(signedInAtMs: number, nowMs: number): boolean {
  return nowMs - signedInAtMs <= deletionSignInMinutes * 60_000;
}

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
  reversals: z.array(
    z.object({
      id: z.string(),
      kind: z.enum(reversalKinds),
      amountMinor: z.int(),
      standing: z.enum(reversalStatuses),
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
  'runs',
] as const;

/**
 * How many of each list an export has at most, the newest first. All of them at their longest are
 * within the 6 MB that a Lambda function may answer.
 */
export const exportLimits = {
  sessions: maxListedSessions,
  lots: 1_000,
  holds: 500,
  entries: 3_000,
  purchases: 500,
  notices: 500,
  runs: 1_000,
} as const satisfies Record<(typeof exportLists)[number], number>;

/** Everything that is held about a user, as of one moment. */
export const exportSchema = z.object({
  exportedAt: time,
  /** The lists that are cut off; `/api/credits/entries`, `/api/purchases` and `/runs` go on. */
  cut: z.array(z.enum(exportLists)),
  id: z.uuid(),
  /** The first sign-in, and the last. */
  createdAt: time,
  savedAt: time,
  profile: profileSchema,
  sessions: z.array(z.extend(sessionSchema, { userAgent: z.string() })),
  /** That there was a trial. The address it was for is kept as a keyed hash, which says nothing. */
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
  /** What was asked of flows; their results are at `/runs/{id}` of the flows API while kept. */
  runs: z.array(runSummarySchema),
  /** What was noted for somebody to tell the user. */
  notices: z.array(
    z.object({ event: z.literal('balance_low'), createdAt: time, sentAt: z.nullable(time) }),
  ),
});

export type Export = z.infer<typeof exportSchema>;
