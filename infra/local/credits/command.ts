import * as z from 'zod/mini';
import {
  captureRequestSchema,
  grantRequestSchema,
  holdRequestSchema,
} from '../../../src/contract/holds.ts';
import { idempotencyKeyPattern, idSchema } from '../../../src/contract/id.ts';
import { serviceScopes } from '../../../src/contract/route.ts';

const user = z.string().check(z.minLength(1), z.maxLength(320));

/** As the service API takes them. */
const key = z.string().check(z.regex(idempotencyKeyPattern));

/** What every command that changes a wallet says of itself. */
const keyed = { key, operator: z.string().check(z.minLength(1), z.maxLength(100)) };

const keyName = z.string().check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u));

/**
 * What an operator can ask, by name; the fields bear the names of the options. The running product
 * takes the same as JSON through its socket.
 */
export const commandSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('grant'),
    user,
    amount: grantRequestSchema.shape.amount,
    reason: grantRequestSchema.shape.reason,
    days: grantRequestSchema.shape.expiresInDays,
    ...keyed,
  }),
  z.object({ command: z.literal('show'), user }),
  z.object({ command: z.literal('audit') }),
  z.object({
    command: z.literal('hold'),
    user,
    amount: holdRequestSchema.shape.amount,
    seconds: holdRequestSchema.shape.expiresInSeconds,
    reference: holdRequestSchema.shape.reference,
    ...keyed,
  }),
  z.object({
    command: z.literal('capture'),
    id: idSchema,
    amount: captureRequestSchema.shape.amount,
    ...keyed,
  }),
  z.object({ command: z.literal('release'), id: idSchema, ...keyed }),
  z.object({
    command: z.literal('keys create'),
    name: keyName,
    scopes: z.array(z.enum(serviceScopes)).check(z.minLength(1), z.maxLength(serviceScopes.length)),
  }),
  z.object({ command: z.literal('keys list') }),
  z.object({ command: z.literal('keys revoke'), id: idSchema }),
]);

export type Command = z.infer<typeof commandSchema>;

/** What a command came to. */
export const answerSchema = z.object({
  /** Whether it did what was asked: a refusal did not, and an audit that finds something neither. */
  ok: z.boolean(),
  /** For people. */
  lines: z.array(z.string()),
  /** The same for programs, as `--json` prints it. */
  body: z.record(z.string(), z.unknown()),
});

export type Answer = z.infer<typeof answerSchema>;
