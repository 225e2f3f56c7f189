import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Route } from '../../src/contract/route.ts';
import type { Checked } from './result.ts';
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
  const problem = problemOf(parsed.error, fieldProblems) ?? 'not_found';
  return {
    ok: false,
    refusal: { problem, detail: describeIssue(parsed.error, 'The path', schema) },
  };
}
