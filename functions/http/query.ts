import * as z from 'zod/mini';
import type { Checked } from './result.ts';
import { describeIssue } from './schema-issue.ts';

/**
 * The query of a request, checked against its schema; refuses with `query_invalid`. A parameter
 * that comes several times is a list, which a schema of a single text refuses: API Gateway's own
 * `queryStringParameters` would join the values by commas, and nobody could tell.
 */
export function readQuery<Schema extends z.ZodMiniType>(
  rawQuery: string,
  schema: Schema,
): Checked<z.output<Schema>> {
  const parameters = new URLSearchParams(rawQuery);
  const values = [...new Set(parameters.keys())].map((name) => {
    const [first, ...others] = parameters.getAll(name);
    return [name, others.length > 0 ? [first, ...others] : first] as const;
  });
  const parsed = z.safeParse(schema, Object.fromEntries(values));
  if (parsed.success) return { ok: true, value: parsed.data };
  const detail =
    repeatedIn(parsed.error, parameters) ?? describeIssue(parsed.error, 'The query', schema);
  return { ok: false, refusal: { problem: 'query_invalid', detail } };
}

/** What is said when the first fault is that a parameter of a single text came several times. */
function repeatedIn(error: z.core.$ZodError, parameters: URLSearchParams): string | undefined {
  const [issue] = error.issues;
  const [name, ...inside] = issue?.path ?? [];
  const isRepeated = typeof name === 'string' && parameters.getAll(name).length > 1;
  if (!isRepeated || inside.length > 0) return undefined;
  return `The field "${name}" must come only once.`;
}
