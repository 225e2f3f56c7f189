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
  const body = readText(event, maxBodyBytes);
  if (!body.ok) return body;
  const text = body.value;
  if (text === '') {
    const none = z.safeParse(schema, {});
    if (none.success) return { ok: true, value: none.data };
  }
  if (!isJsonType(event.headers['content-type'])) {
    return refuse('content_type_unsupported', 'Send the body as application/json in UTF-8.');
  }
  if (valueCounter()(text ?? '')) return tooComplex;
  let json: unknown;
  try {
    json = JSON.parse(text ?? '');
  } catch {
    return refuse('body_not_json', 'The body must be JSON in UTF-8.');
  }
  const parsed = z.safeParse(schema, json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const { error } = parsed;
  return refuse(
    problemOf(error, fieldProblems) ?? 'body_invalid',
    describeIssue(error, 'The body', schema),
  );
}

/** The body of a request as it was sent; refuses with `payload_too_large`. */
export function readBytes(event: APIGatewayProxyEventV2, maxBytes?: number): Checked<Buffer> {
  const bytes = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  return refuseSize(bytes.length, maxBytes) ?? { ok: true, value: bytes };
}

/** Refuses a body that is too large by its header (RFC 9110, section 8.6), before it is read. */
export function refuseTold(
  { headers }: APIGatewayProxyEventV2,
  maxBytes: number | undefined,
): Refusal | undefined {
  return refuseSize(Number(headers['content-length']), maxBytes);
}

function refuseSize(bytes: number, maxBytes = MAX_BODY_BYTES): Refusal | undefined {
  if (!(bytes > maxBytes)) return undefined;
  return refuse('payload_too_large', `The body must be at most ${maxBytes} bytes.`);
}

/** The body as text, which is absent when its bytes are not UTF-8. A text is not copied. */
function readText(
  event: APIGatewayProxyEventV2,
  maxBytes: number | undefined,
): Checked<string | undefined> {
  const { body = '', isBase64Encoded } = event;
  if (isBase64Encoded) {
    const bytes = readBytes(event, maxBytes);
    return bytes.ok ? { ok: true, value: decode(bytes.value) } : bytes;
  }
  // Parsers may ignore a byte order mark (RFC 8259, section 8.1), as `TextDecoder` does.
  const value = body.replace(/^\uFEFF/, '');
  return refuseSize(Buffer.byteLength(body), maxBytes) ?? { ok: true, value };
}

/**
 * Whether a media type says JSON. JSON defines no parameters, so unknown ones mean nothing
 * (RFC 8259, section 11). But a charset other than UTF-8 names another content.
 */
function isJsonType(contentType = ''): boolean {
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
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

export const tooComplex: Refusal = refuse(
  'body_invalid',
  `The body must have at most ${MAX_VALUES} values in all.`,
);

/**
 * Says of the chunks of a body whether the rest need not be read: of JSON that has too many values by
 * then. A body of another kind is read, and refused for what it is.
 */
export function stopReading({ headers }: APIGatewayProxyEventV2): (chunk: Buffer) => boolean {
  const isJson = !headers['content-encoding'] && isJsonType(headers['content-type']);
  const isComplex = valueCounter();
  return (chunk) => isJson && isComplex(chunk.toString('latin1'));
}

/** The characters that the count of values looks for. */
const mark = /["\\,[{]/g;

/** After so many characters without a mark, a search for the next one beats a look at each. */
const LONG_RUN = 64;

/**
 * Whether a JSON text, which may come in pieces, has more than `MAX_VALUES` values by now. The parser
 * needs half a second for a million values, and the process answers no other call meanwhile.
 */
function valueCounter(): (piece: string) => boolean {
  let values = 0;
  let isText = false;
  let isEscaped = false;
  const walk = (piece: string, from: number): number => {
    let at = from;
    for (
      let last = from;
      at < piece.length && at - last < LONG_RUN && values <= MAX_VALUES;
      at += 1
    ) {
      const character = piece[at];
      if (isEscaped) isEscaped = false;
      else if (character === '"') isText = !isText;
      else if (isText && character === '\\') isEscaped = true;
      else if (!isText && (character === ',' || character === '[' || character === '{'))
        values += 1;
      else continue;
      last = at;
    }
    return at;
  };
  return (piece) => {
    for (let at = 0; at < piece.length && values <= MAX_VALUES; ) {
      mark.lastIndex = walk(piece, at);
      at = mark.exec(piece)?.index ?? piece.length;
    }
    return values > MAX_VALUES;
  };
}

function refuse(code: ProblemCode, detail: string): Refusal {
  return { ok: false, code, detail };
}
