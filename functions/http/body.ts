import { MIMEType } from 'node:util';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Result } from './result.ts';
import { describeIssue } from './schema-issue.ts';

/** Largest body of a request, in bytes. */
const MAX_BODY_BYTES = 64 * 1_024;

/**
 * The body of a request, checked against its schema.
 *
 * Refuses with `payload_too_large`, `content_type_unsupported`, `body_not_json` or
 * `body_invalid`, in this order.
 */
export function readBody<Schema extends z.ZodMiniType>(
  event: APIGatewayProxyEventV2,
  schema: Schema,
): Result<z.output<Schema>> {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes.length > MAX_BODY_BYTES) {
    return refuse('payload_too_large', `The body must be at most ${MAX_BODY_BYTES} bytes.`);
  }
  if (!isJsonType(event.headers['content-type'] ?? '')) {
    return refuse('content_type_unsupported', 'Send the body as application/json in UTF-8.');
  }
  const json = parseJson(bytes);
  if (json === undefined) return refuse('body_not_json', 'The body must be JSON in UTF-8.');
  const parsed = z.safeParse(schema, json.value);
  if (parsed.success) return { ok: true, value: parsed.data };
  return refuse('body_invalid', describeIssue(parsed.error, 'The body'));
}

/**
 * Whether a media type is that of JSON. It defines no parameters, so unknown ones mean nothing
 * (RFC 8259, section 11); but who names another charset than UTF-8 has written something else.
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

function parseJson(bytes: Buffer): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return undefined;
  }
}

function refuse(
  problem: 'payload_too_large' | 'content_type_unsupported' | 'body_not_json' | 'body_invalid',
  detail: string,
): Result<never> {
  return { ok: false, refusal: { problem, detail } };
}
