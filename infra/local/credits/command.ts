import * as z from 'zod/mini';
import type { Database } from '../../../functions/adapters/postgres/connection/database.ts';
import { isServiceName } from '../../../functions/adapters/postgres/session/service-keys.ts';
import {
  captureRequestSchema,
  grantRequestSchema,
  holdRequestSchema,
} from '../../../src/contract/holds.ts';
import { idempotencyKeyPattern, idSchema } from '../../../src/contract/id.ts';
import { serviceScopes } from '../../../src/contract/route.ts';
import { webhookEventNames } from '../../../src/contract/webhooks.ts';

const user = z.string().check(z.minLength(1), z.maxLength(320));

const key = z.string().check(z.regex(idempotencyKeyPattern));

/** The fields of every command that changes a wallet. */
const idempotent = { key, operator: z.string().check(z.minLength(1), z.maxLength(100)) };

const keyName = z
  .string()
  .check(z.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u), z.refine(isServiceName));

const url = z.string().check(z.minLength(1), z.maxLength(2_000));

const events = z.array(z.enum(webhookEventNames)).check(z.minLength(1));

/** The operator's commands, as options of the command line and as JSON through the socket. */
export const commandSchema = z.discriminatedUnion('command', [
  z.object({
    command: z.literal('grant'),
    user,
    amount: grantRequestSchema.shape.amount,
    reason: grantRequestSchema.shape.reason,
    days: grantRequestSchema.shape.expiresInDays,
    ...idempotent,
  }),
  z.object({ command: z.literal('show'), user }),
  z.object({ command: z.literal('audit'), whole: z.optional(z.boolean()) }),
  z.object({
    command: z.literal('books'),
    invoices: z.optional(z.boolean()),
    csv: z.optional(z.boolean()),
  }),
  z.object({
    command: z.literal('payments reconcile'),
    since: z.optional(z.iso.date()),
    apply: z.optional(z.boolean()),
  }),
  z.object({
    command: z.literal('hold'),
    user,
    amount: holdRequestSchema.shape.amount,
    seconds: holdRequestSchema.shape.expiresInSeconds,
    reference: holdRequestSchema.shape.reference,
    ...idempotent,
  }),
  z.object({
    command: z.literal('capture'),
    id: idSchema,
    amount: captureRequestSchema.shape.amount,
    ...idempotent,
  }),
  z.object({ command: z.literal('release'), id: idSchema, ...idempotent }),
  z.object({
    command: z.literal('keys create'),
    name: keyName,
    scopes: z.array(z.enum(serviceScopes)).check(z.minLength(1), z.maxLength(serviceScopes.length)),
  }),
  z.object({ command: z.literal('keys list') }),
  z.object({ command: z.literal('keys revoke'), id: idSchema }),
  z.object({ command: z.literal('messages list') }),
  z.object({ command: z.literal('messages show'), id: idSchema }),
  z.object({ command: z.literal('messages resend'), id: idSchema }),
  z.object({ command: z.literal('messages drop'), id: idSchema }),
  z.object({ command: z.literal('webhooks list') }),
  z.object({ command: z.literal('webhooks add'), url, events }),
  z.object({ command: z.literal('webhooks change'), id: idSchema, events }),
  z.object({ command: z.literal('webhooks rotate'), id: idSchema, now: z.optional(z.boolean()) }),
  z.object({ command: z.literal('webhooks disable'), id: idSchema }),
  z.object({ command: z.literal('webhooks enable'), id: idSchema }),
  z.object({ command: z.literal('webhooks remove'), id: idSchema }),
  z.object({ command: z.literal('webhooks test'), id: idSchema }),
  z.object({ command: z.literal('webhooks log'), id: z.optional(idSchema) }),
  z.object({
    command: z.literal('webhooks resend'),
    id: z.optional(idSchema),
    since: z.optional(z.iso.date()),
    sent: z.optional(z.boolean()),
  }),
]);

export type Command = z.infer<typeof commandSchema>;

/** The tools of the commands. */
export interface CommandDeps {
  readonly db: Database;
  readonly now: Date;
  /**
   * The deployment's key, which seals the audit's checkpoints and makes the webhooks' secrets. Without
   * it the audit reads all wallets and stores nothing, and no webhook is signed.
   */
  readonly trialKeySecret?: string | undefined;
  readonly siteOrigin: string;
}

export const commandResultSchema = z.object({
  /** False for a refusal, and for an audit or a comparison that finds a difference. */
  ok: z.boolean(),
  /** The output for people. */
  lines: z.array(z.string()),
  /** The output for programs, which `--json` prints. */
  body: z.record(z.string(), z.unknown()),
  /** Sentences for the error stream; a caller may write the lines into a file. */
  warnings: z.optional(z.array(z.string())),
});

export type CommandResult = z.infer<typeof commandResultSchema>;
