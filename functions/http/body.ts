import { MIMEType } from 'node:util';
import * as z from 'zod/mini';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { Route } from '../../src/contract/route.ts';
import type { Checked, Refusal } from './handler.ts';
import { describeIssue, problemOf } from './schema-issue.ts';

/** Largest body of a request, in bytes, unless its route says otherwise. */
const MAX_BODY_BYTES = 64 * 1_024;

/**
 * The body of a request, read until it is too large, or is JSON with more values than any schema
 * needs. The platform drops the rest then.
 *
 * Refuses with `payload_too_large`, `body_invalid`, or `request_malformed` when the client leaves.
 */
export async function readBytes(
  { body, headers }: Request,
  maxBytes = MAX_BODY_BYTES,
): Promise<Checked<Buffer>> {
  const tooLarge = refuse('payload_too_large', `The body must be at most ${maxBytes} bytes.`);
  // The length that the header tells (RFC 9110, section 8.6) refuses a body before it is read.
  if (Number(headers.get('content-length')) > maxBytes) return tooLarge;
  const isComplex = isJsonType(headers.get('content-type')) ? valueCounter() : () => false;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of body ?? []) {
      size += chunk.length;
      if (size > maxBytes) return tooLarge;
      if (isComplex(textOf(chunk))) return tooComplex;
      chunks.push(chunk);
    }
  } catch {
    return refuse('request_malformed', 'The body did not arrive whole; send it again.');
  }
  return { ok: true, value: Buffer.concat(chunks) };
}

/** A character for each byte: the marks of JSON are ASCII. */
function textOf({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('latin1');
}

/**
 * A body as JSON, checked against its schema. A missing body counts as an object without fields
 * where the schema accepts that. A byte order mark is ignored (RFC 8259, section 8.1).
 *
 * Refuses with `content_type_unsupported`, `body_not_json`, and `body_invalid` or the code of the
 * field, in this order.
 */
export function readJson<Schema extends z.ZodMiniType>(
  bytes: Buffer,
  contentType: string | undefined,
  schema: Schema,
  fieldProblems: Route['fieldProblems'],
): Checked<z.output<Schema>> {
  if (bytes.length === 0) {
    const none = z.safeParse(schema, {});
    if (none.success) return { ok: true, value: none.data };
  }
  if (!isJsonType(contentType)) {
    return refuse('content_type_unsupported', 'Send uncompressed application/json in UTF-8.');
  }
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
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

/**
 * Whether a media type says JSON. JSON defines no parameters, so unknown ones mean nothing
 * (RFC 8259, section 11). But a charset other than UTF-8 names another content.
 */
function isJsonType(contentType: string | null | undefined): boolean {
  try {
    const { essence, params } = new MIMEType(contentType ?? '');
    return essence === 'application/json' && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
}

/** How many values a body may have, lists and objects included: no schema of ours needs so many. */
const MAX_VALUES = 2_000;

const tooComplex: Refusal = refuse(
  'body_invalid',
  `The body must have at most ${MAX_VALUES} values in all.`,
);

/** The characters that the count of values looks for. */
const mark = /["\\,[{]/g;

/** After so many characters without a mark, a search for the next one beats a look at each. */
const LONG_RUN = 64;

/**
 * Whether a JSON text, which may come in pieces, has more than `MAX_VALUES` values by now. The parser
 * needs half a second for a million values, and the process answers no other call meanwhile.
 */
export function valueCounter(): (piece: string) => boolean {
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
