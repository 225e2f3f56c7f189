import * as z from 'zod/mini';
import { renderRefusal } from '../../../functions/http/reply.ts';
import { answerUnmatched } from '../../../src/contract/api.ts';
import type { ProblemCode } from '../../../src/contract/problem.ts';
import { limits } from './limits.ts';

/** An answer in HTTP; a header with a list of values is sent once for each value. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

const lambdaResultSchema = z.object({
  statusCode: z.int().check(z.minimum(200), z.maximum(599)),
  headers: z.optional(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))),
  cookies: z.optional(z.array(z.string())),
  body: z.optional(z.string()),
  isBase64Encoded: z.optional(z.boolean()),
});

type LambdaResult = z.infer<typeof lambdaResultSchema>;

/**
 * The answer for the result of a Lambda function, in payload format 2.0. A value without a
 * `statusCode` becomes a JSON body with status 200.
 * Source: "Lambda function response for format 2.0" in the API Gateway developer guide.
 * @param returned the function's value before it is serialised as JSON
 * @returns `undefined` when the value is malformed or too large; the gateway then answers 500
 */
export function toAnswer(returned: unknown): HttpAnswer | undefined {
  const serialised = JSON.stringify(returned) ?? 'null';
  if (Buffer.byteLength(serialised) > limits.payloadBytes) return undefined;
  const value: unknown = JSON.parse(serialised);
  if (typeof value !== 'object' || value === null || !('statusCode' in value)) {
    return inferredAnswer(value, serialised);
  }
  const parsed = z.safeParse(lambdaResultSchema, value);
  return parsed.success ? structuredAnswer(parsed.data) : undefined;
}

function inferredAnswer(value: unknown, serialised: string): HttpAnswer {
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(typeof value === 'string' ? value : serialised, 'utf8'),
  };
}

function structuredAnswer(result: LambdaResult): HttpAnswer {
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

const details = {
  headers_too_large: `The request line and the headers may have ${limits.headerBytes} bytes together; send fewer or shorter ones.`,
  internal: 'The call failed on our side; try again, and quote the requestId when it goes on.',
  not_found: 'No call of this service has that address and method; check both.',
  payload_too_large: `A body may have ${limits.payloadBytes} bytes; send less.`,
  request_malformed:
    'The request breaks the rules of HTTP/1.1 (RFC 9112); send it with an HTTP library.',
  request_timed_out: `A request has to arrive whole within ${limits.requestMs / 1_000} seconds; send it again.`,
  timed_out: `The call took more than ${limits.timeoutMs / 1_000} seconds; try again later.`,
  uri_too_long: `An address may have ${limits.urlBytes} bytes; send a shorter one.`,
} as const satisfies Partial<Record<ProblemCode, string>>;

/** The codes of refusals that come from the gateway, not from a handler. */
export type GatewayRefusal = keyof typeof details;

/** A refusal of the gateway, in the form of the handlers' refusals. */
export function refusalAnswer(
  code: GatewayRefusal,
  context: { readonly requestId: string; readonly siteOrigin: string },
): HttpAnswer {
  const refusal = { ok: false, code, detail: details[code] } as const;
  return structuredAnswer(renderRefusal(answerUnmatched, refusal, context));
}
