import * as z from 'zod/mini';
import { idempotencyKeyPattern } from '../../src/contract/id.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Checked } from './handler.ts';
import { describeIssue, problemOf } from './schema-issue.ts';

/** The values in a route's path. An impossible one gets the field's own code, or `not_found`. */
export function readParams<Schema extends z.ZodMiniType>(
  values: Readonly<Record<string, string>>,
  schema: Schema,
  fieldProblems: Route['fieldProblems'],
): Checked<z.output<Schema>> {
  const parsed = z.safeParse(schema, values);
  if (parsed.success) return { ok: true, value: parsed.data };
  const code = problemOf(parsed.error, fieldProblems) ?? 'not_found';
  return { ok: false, code, detail: describeIssue(parsed.error, 'The path', schema) };
}

/** The checked query of a request; refuses with `query_invalid`. A repeated parameter is a list. */
export function readQuery<Schema extends z.ZodMiniType>(
  rawQuery: string,
  schema: Schema,
): Checked<z.output<Schema>, 'query_invalid'> {
  const parameters = new URLSearchParams(rawQuery);
  const values = [...new Set(parameters.keys())].map((name) => {
    const [first, ...others] = parameters.getAll(name);
    return [name, others.length > 0 ? [first, ...others] : first] as const;
  });
  const parsed = z.safeParse(schema, Object.fromEntries(values));
  if (parsed.success) return { ok: true, value: parsed.data };
  const detail =
    repeatedIn(parsed.error, parameters) ?? describeIssue(parsed.error, 'The query', schema);
  return { ok: false, code: 'query_invalid', detail };
}

/** The detail when the first fault is a repeated parameter of a single text. */
function repeatedIn(error: z.core.$ZodError, parameters: URLSearchParams): string | undefined {
  const [issue] = error.issues;
  const [name, ...inside] = issue?.path ?? [];
  const isRepeated = typeof name === 'string' && parameters.getAll(name).length > 1;
  if (!isRepeated || inside.length > 0) return undefined;
  return `The field "${name}" must come only once.`;
}

/**
 * The idempotency key, from the header of the IETF's draft
 * (draft-ietf-httpapi-idempotency-key-header).
 *
 * Refuses with `idempotency_key_invalid`.
 */
export function readIdempotencyKey(
  headers: Readonly<Record<string, string | undefined>>,
): Checked<string, 'idempotency_key_invalid'> {
  const key = headers['idempotency-key'];
  if (key !== undefined && idempotencyKeyPattern.test(key)) return { ok: true, value: key };
  const detail =
    'Send a header Idempotency-Key of 1 to 255 printable ASCII characters without a space, new for each command and the same when you repeat it.';
  return { ok: false, code: 'idempotency_key_invalid', detail };
}
