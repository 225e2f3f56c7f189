import * as z from 'zod/mini';
import { idParams } from './id.ts';
import { route } from './route.ts';
import type { Profile } from './user.ts';

/** The most sessions of a user. A further sign-in ends the one that was seen longest ago. */
export const maxSessions = 20;

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

/** A live session of the caller: times as RFC 3339 in UTC. */
export const sessionSchema = z.object({
  id: z.uuid(),
  createdAt: z.iso.datetime(),
  /** Updated at most every ten minutes. */
  lastSeenAt: z.iso.datetime(),
  /** The latest end, however much it is used. */
  expiresAt: z.iso.datetime(),
  /** Absent where the user agent names none that we know. */
  browser: z.optional(z.enum(browserNames)),
  system: z.optional(z.enum(systemNames)),
  /** Whether it is the session of the call. */
  current: z.boolean(),
});

export type ListedSession = z.infer<typeof sessionSchema>;

/** The caller's sessions: the one of the call first, then the one that was seen last. */
export const sessionsSchema = z.object({
  sessions: z.array(sessionSchema).check(z.maxLength(maxSessions)),
});

/** With `keep=current` the session of the call stays. */
export const endSessionsQuerySchema = z.object({ keep: z.optional(z.literal('current')) });

/** How old the sign-in may be when the user deletes the account, in minutes. */
export const deletionSignInMinutes = 10;

/**
 * How long the wallet of a deleted account is known by its fingerprints, in days: card networks let
 * payers dispute a payment for 120 days, and banks take some weeks more.
 */
export const departureKeptDays = 180;

export const deleteUserSchema = z.object({ confirm: z.string().check(z.maxLength(400)) });

/** What an owner types to delete an account: the address, or the subject. The server demands it. */
export function confirmationOf({ email, sub }: Pick<Profile, 'email' | 'sub'>): string {
  return email?.trim() || sub;
}

/** Whether the typed text is the demanded one, in any spelling. */
export function isConfirmed(typed: string, profile: Pick<Profile, 'email' | 'sub'>): boolean {
  return plain(typed) === plain(confirmationOf(profile));
}

/** Phones write the first letter large, and add a space after a word that they completed. */
function plain(text: string): string {
  return text.trim().normalize('NFC').toLowerCase();
}

/** Whether a sign-in is recent enough to delete its account; both in milliseconds. */
export function isRecentSignIn(signedInAtMs: number, nowMs: number): boolean {
  return nowMs - signedInAtMs <= deletionSignInMinutes * 60_000;
}

export const deleteUser = /* @__PURE__ */ route('deleteUser', {
  summary: 'Deletes the user; the ledger stays, without a name',
  method: 'DELETE',
  path: '/api/user',
  file: 'user/delete',
  caller: 'session',
  body: deleteUserSchema,
  fieldProblems: { confirm: 'confirmation_wrong' },
  refuses: ['sign_in_too_old'],
  limit: 'change',
  replies: { 204: 'nothing' },
});

export const listSessions = /* @__PURE__ */ route('listSessions', {
  summary: 'The user’s sessions',
  method: 'GET',
  path: '/api/user/sessions',
  file: 'user/list-sessions',
  caller: 'session',
  replies: { 200: sessionsSchema },
});

export const endSession = /* @__PURE__ */ route('endSession', {
  summary: 'Ends one of the user’s sessions',
  method: 'DELETE',
  path: '/api/user/sessions/{id}',
  file: 'user/end-session',
  caller: 'session',
  params: idParams,
  fieldProblems: { id: 'session_not_found' },
  limit: 'change',
  replies: { 204: 'nothing' },
});

export const endSessions = /* @__PURE__ */ route('endSessions', {
  summary: 'Ends the user’s sessions: all, or all but this one',
  method: 'DELETE',
  path: '/api/user/sessions',
  file: 'user/end-sessions',
  caller: 'session',
  query: endSessionsQuerySchema,
  limit: 'change',
  replies: { 204: 'nothing' },
});

export const accountRoutes = { deleteUser, listSessions, endSession, endSessions };
