import { MIMEType } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Checked, Refusal } from './handler.ts';
import { describeIssue, problemOf } from './schema-issue.ts';

/** Largest body of a request, in bytes, unless its route says otherwise. */
const MAX_BODY_BYTES = 64 * 1_024;

/**
 * The body of a request, checked against its schema. A missing body counts as an object without
 * fields where the schema accepts that.
 *
 * Refuses with `payload_too_large`, `content_type_unsupported`, `body_not_json`, and `body_invalid`
 * or the code of the field, in this order.
 */
export function readBody<Schema extends z.ZodMiniType>(
  event: APIGatewayProxyEventV2,
  schema: Schema,
  fieldProblems: Route['fieldProblems'],
  maxBodyBytes: number | undefined,
): Checked<z.output<Schema>> {
  const body = readBytes(event, maxBodyBytes);
  if (!body.ok) return body;
  const bytes = body.value;
  const none = bytes.length === 0 ? z.safeParse(schema, {}) : undefined;
  if (none?.success) return { ok: true, value: none.data };
  if (!isJsonType(event.headers['content-type'] ?? '')) {
    return refuse('content_type_unsupported', 'Send the body as application/json in UTF-8.');
  }
  const text = decode(bytes);
  if (text !== undefined && isComplex(text)) {
    return refuse('body_invalid', `The body must have at most ${MAX_VALUES} values in all.`);
  }
  const json = parseJson(text);
  if (json === undefined) return refuse('body_not_json', 'The body must be JSON in UTF-8.');
  const parsed = z.safeParse(schema, json.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const code = problemOf(parsed.error, fieldProblems) ?? 'body_invalid';
  return refuse(code, describeIssue(parsed.error, 'The body', schema));
}

/** The body of a request as it was sent; refuses with `payload_too_large`. */
export function readBytes(
  event: APIGatewayProxyEventV2,
  maxBytes = MAX_BODY_BYTES,
): Checked<Buffer> {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length <= maxBytes) return { ok: true, value: bytes };
  return refuse('payload_too_large', `The body must be at most ${maxBytes} bytes.`);
}

/**
 * Whether a media type says JSON. JSON defines no parameters, so unknown ones mean nothing
 * (RFC 8259, section 11). But a charset other than UTF-8 names another content.
 */
function isJsonType(contentType: string): boolean {
  const type = parseMediaType(contentType);
  const charset = type?.params.get('charset') ?? 'utf-8';
  return type?.essence === 'application/json' && /^utf-?8$/i.test(charset);
}

function parseMediaType(text: string): MIMEType | undefined {
  try {
    return new MIMEType(text);
  } catch {
    return undefined;
  }
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** How many values a body may have, lists and objects included: no schema of ours needs so many. */
const MAX_VALUES = 2_000;

/**
 * Whether a JSON text has more than `MAX_VALUES` values. The parser needs half a second for a million
 * values, and the process answers no other call meanwhile. This check stops at the limit.
 */
function isComplex(text: string): boolean {
  let values = 0;
  let isText = false;
  for (let at = 0; at < text.length && values <= MAX_VALUES; at += 1) {
    const character = text[at];
    if (character === '"') isText = !isText;
    else if (isText) at += character === '\\' ? 1 : 0;
    else if (character === ',' || character === '[' || character === '{') values += 1;
  }
  return values > MAX_VALUES;
}

function parseJson(text: string | undefined): { readonly value: unknown } | undefined {
  try {
    return text === undefined ? undefined : { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function refuse(code: ProblemCode, detail: string): Refusal {
  return { ok: false, code, detail };
}
