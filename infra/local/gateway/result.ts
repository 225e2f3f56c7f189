import * as z from 'zod/mini';
import { limits } from './limits.ts';

/** What goes back over the wire; a header with a list of values is sent once for each. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

const MIN_STATUS = 200;
const MAX_STATUS = 599;

const resultSchema = z.object({
  statusCode: z.int().check(z.minimum(MIN_STATUS), z.maximum(MAX_STATUS)),
  headers: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  cookies: z.optional(z.array(z.string())),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
});

type Result = z.infer<typeof resultSchema>;

/**
 * The answer to what a Lambda function returned, in payload format 2.0. A value without a
 * `statusCode` becomes a JSON body with status 200.
 * Source: "Lambda function response for format 2.0" in the API Gateway developer guide.
 *
 * @param returned the function's value before it becomes JSON
 * @returns `undefined` when the value is malformed or too large, which the gateway answers with 500
 */
export function toAnswer(returned: unknown): HttpAnswer | undefined {
  const serialised = JSON.stringify(returned) ?? 'null';
  if (Buffer.byteLength(serialised) > limits.payloadBytes) return undefined;
  const value: unknown = JSON.parse(serialised);
  if (typeof value !== 'object' || value === null || !('statusCode' in value)) {
    return inferredAnswer(value, serialised);
  }
  const parsed = z.safeParse(resultSchema, value);
  return parsed.success ? structuredAnswer(parsed.data) : undefined;
}

function inferredAnswer(value: unknown, serialised: string): HttpAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(typeof value === 'string' ? value : serialised, 'utf8'),
  };
}

/** The answer to a result that has the form of payload format 2.0. */
export function structuredAnswer(result: Result): HttpAnswer {
  const headers: Record<string, string | readonly string[]> = {};
  if (result.body) headers['content-type'] = 'text/plain;charset=UTF-8';
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    headers[name.toLowerCase()] = String(value);
  }
  if (result.cookies !== undefined) headers['set-cookie'] = result.cookies;
  return {
    status: result.statusCode,
    headers,
    body: Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8'),
  };
}
