import * as z from 'zod/mini';
import { holdStates, wholeCredits } from './credits.ts';
import { entriesQuerySchema } from './entries.ts';
import { amountCredits, reference } from './holds.ts';
import { idParams, idSchema } from './id.ts';
import { route } from './route.ts';
import { subjectSchema } from './user.ts';

/** A hold as the service that made it sees it, as of the time of the call. */
export const storedHoldSchema = z.object({
  id: z.uuid(),
  /** Absent when the user was deleted. */
  sub: z.optional(z.string()),
  reference: z.optional(z.string()),
  status: z.enum(holdStates),
  amount: amountCredits,
  captured: wholeCredits,
  /** The credits that it still has; the others were captured or went back. */
  remaining: wholeCredits,
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});

export type StoredHoldReply = z.infer<typeof storedHoldSchema>;

/** A page of holds, newest first; `next` is the cursor of the page after it. */
export const storedHoldsSchema = z.object({
  holds: z.array(storedHoldSchema),
  next: z.nullable(z.string()),
});

/** The requested holds: `open` ones by default, and those of every status with a `reference`. */
export const holdsQuerySchema = z.object({
  status: z.optional(z.enum(holdStates)),
  reference: z.optional(reference),
  sub: z.optional(subjectSchema),
  cursor: z.optional(idSchema),
  limit: entriesQuerySchema.shape.limit,
});

export const listHolds = /* @__PURE__ */ route('listHolds', {
  summary: 'The holds that this service made: the open ones, or as the query says',
  method: 'GET',
  path: '/api/credits/holds',
  file: 'credits/list-holds',
  caller: 'service-key',
  scope: 'holds:read',
  query: holdsQuerySchema,
  replies: { 200: storedHoldsSchema },
});

export const readHold = /* @__PURE__ */ route('readHold', {
  summary: 'A hold that this service made',
  method: 'GET',
  path: '/api/credits/holds/{id}',
  file: 'credits/read-hold',
  caller: 'service-key',
  scope: 'holds:read',
  params: idParams,
  fieldProblems: { id: 'hold_not_found' },
  replies: { 200: storedHoldSchema },
});

export const holdReadRoutes = { listHolds, readHold };
