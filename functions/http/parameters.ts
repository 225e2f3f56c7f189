import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { idempotencyKeyPattern } from '../../src/contract/id.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Checked } from './handler.ts';
import { describeIssue, problemOf } from './schema-issue.ts';

/**
 * What stands for the names in a request's path, checked against the route's schema. What cannot
 * be a name of anything is answered like the name of nothing: with the field's own code, or
 * `not_found`.
 */
export function readParams<Schema extends z.ZodMiniType>(
  event: Pick<APIGatewayProxyEventV2, 'pathParameters'>,
  schema: Schema,
  fieldProblems: Route['fieldProblems'],
): Checked<z.output<Schema>> {
  const parsed = z.safeParse(schema, event.pathParameters ?? {});
  if (parsed.success) return { ok: true, value: parsed.data };
  const code = problemOf(parsed.error, fieldProblems) ?? 'not_found';
  return { ok: false, code, detail: describeIssue(parsed.error, 'The path', schema) };
}

/**
 * The query of a request, checked against its schema; refuses with `query_invalid`. A parameter
 * that comes several times is a list, which a schema of a single text refuses: API Gateway's own
 * `queryStringParameters` would join the values by commas, and nobody could tell.
 */
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

/** What is said when the first fault is that a parameter of a single text came several times. */
function repeatedIn(error: z.core.$ZodError, parameters: URLSearchParams): string | undefined {
  const [issue] = error.issues;
  const [name, ...inside] = issue?.path ?? [];
  const isRepeated = typeof name === 'string' && parameters.getAll(name).length > 1;
  if (!isRepeated || inside.length > 0) return undefined;
  return `The field "${name}" must come only once.`;
}

/**
 * The key under which a call happens once, from the header that the IETF's draft names
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
