import * as z from 'zod/mini';
import { exactly } from './exact-route.ts';
import { grantRequestSchema, grantSchema, holdRequestSchema, holdSchema } from './holds.ts';
import { idempotencyKeyPattern } from './id.ts';
import { route } from './route.ts';

/** How many commands a batch has at most. */
export const maxBatchCommands = 100;

/** The longest commands of a batch, with every character of a reference as six of JSON. */
const MAX_BATCH_BYTES = maxBatchCommands * 2_048;

/** The key of one command of a batch, as the header of the same name is for a single one. */
const idempotencyKey = z.string().check(z.regex(idempotencyKeyPattern));

const atMost = [z.minLength(1), z.maxLength(maxBatchCommands)] as const;

/** The reply to one command of a batch: its status, and the answer or the problem. */
const outcomeSchema = z.object({
  idempotencyKey: z.string(),
  status: z.int(),
  replayed: z.boolean(),
  problem: z.optional(
    z.object({
      code: z.string(),
      detail: z.string(),
      available: z.optional(z.int()),
      required: z.optional(z.int()),
    }),
  ),
});

export type BatchOutcome<Answer> = z.infer<typeof outcomeSchema> & { answer?: Answer };

export const holdBatchRequestSchema = z.object({
  holds: z.array(exactly(z.extend(holdRequestSchema, { idempotencyKey }))).check(...atMost),
});

/** In the order of the commands. */
export const holdBatchSchema = z.object({
  results: z.array(z.extend(outcomeSchema, { answer: z.optional(holdSchema) })),
});

export const grantBatchRequestSchema = z.object({
  grants: z.array(exactly(z.extend(grantRequestSchema, { idempotencyKey }))).check(...atMost),
});

/** In the order of the commands. */
export const grantBatchSchema = z.object({
  results: z.array(z.extend(outcomeSchema, { answer: z.optional(grantSchema) })),
});

export const holdBatch = /* @__PURE__ */ route('holdBatch', {
  summary: 'Up to 100 holds, each by itself and with its own key',
  method: 'POST',
  path: '/api/credits/hold-batches',
  file: 'credits/hold-batch',
  caller: 'service-key',
  scope: 'holds',
  body: holdBatchRequestSchema,
  maxBodyBytes: MAX_BATCH_BYTES,
  limit: 'batch',
  replies: { 200: holdBatchSchema },
});

export const grantBatch = /* @__PURE__ */ route('grantBatch', {
  summary: 'Up to 100 grants, each by itself and with its own key',
  method: 'POST',
  path: '/api/credits/grant-batches',
  file: 'credits/grant-batch',
  caller: 'service-key',
  scope: 'grants',
  body: grantBatchRequestSchema,
  maxBodyBytes: MAX_BATCH_BYTES,
  limit: 'batch',
  replies: { 200: grantBatchSchema },
});

export const batchRoutes = { holdBatch, grantBatch };
