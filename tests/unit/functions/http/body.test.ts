import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readBytes, readJson } from '../../../../functions/http/body.ts';
import { streamOf } from '../../../../infra/local/http/read-request.ts';

const schema = z.record(z.string(), z.unknown());
const type = 'application/json';

/** A request whose body comes in pieces. */
function sent(pieces: AsyncIterable<Buffer<ArrayBuffer>>, told = {}): Request {
  const headers = { 'content-type': type, ...told };
  const body = streamOf(pieces);
  const init = { method: 'POST', headers, body, duplex: 'half' };
  return new Request('https://a.example/', init);
}

async function readPieces(pieces: readonly string[], maxBytes = 6_000_000, told = {}) {
  const chunks = Readable.from(pieces.map((piece) => Buffer.from(piece)));
  const bytes = await readBytes(sent(chunks, told), maxBytes);
  return bytes.ok ? readJson(bytes.value, type, schema, undefined) : bytes;
}

const read = (body: string) => readPieces([body]);

const refused = {
  ok: false,
  code: 'body_invalid',
  detail: 'The body must have at most 2000 values in all.',
};

describe('a body with more values than any schema needs is refused before it is parsed', () => {
  test.each([
    ['nested lists', `{"a":${'['.repeat(2_000_000)}${']'.repeat(2_000_000)}}`],
    ['nested lists without an end', '['.repeat(2_000_000)],
    ['nested objects', '{"a":'.repeat(1_000_000)],
    ['a long list', `{"a":[${'1,'.repeat(2_000)}1]}`],
    ['many fields', `{${Array.from({ length: 2_001 }, (_, n) => `"${n}":1`).join(',')}}`],
    ['a list after a text with quotes', `{"a":"\\"\\\\","b":[${'[],'.repeat(2_000)}1]}`],
  ])('%s', async (_, body) => {
    expect(await read(body)).toEqual(refused);
  });
});

test.each([
  ['a text with marks of JSON', JSON.stringify({ a: '[{,"\\'.repeat(100_000) })],
  ['a text that ends with an escaped backslash', `{"a":"\\\\","b":[${'1,'.repeat(1_500)}1]}`],
  ['a long list that is not too long', `{"a":[${'1,'.repeat(1_900)}1]}`],
])('%s is read', async (_, body) => {
  expect(await read(body)).toEqual({ ok: true, value: JSON.parse(body) });
});

test.each([1, 62, 63, 64, 65, 66, 128])(
  'marks after %i other characters are seen, and those in a text do not count',
  async (length) => {
    const run = 'x'.repeat(length);
    const value = { [run]: `${run}"[{,${run}\\${run}"`.repeat(500), b: Array(1_900).fill(1) };
    const body = JSON.stringify(value).replaceAll(',', `,${' '.repeat(length)}`);
    const pieces = Array.from({ length: Math.ceil(body.length / 7) }, (_, at) =>
      body.slice(7 * at, 7 * at + 7),
    );
    expect(await readPieces(pieces)).toEqual({ ok: true, value: JSON.parse(body) });
    expect(await read(body.replace('[1,', `[${'1,'.repeat(100)}`))).toEqual(refused);
  },
);

test('a body is too complex by its first pieces, and a text that is cut anywhere is not', async () => {
  let asked = 0;
  async function* pieces() {
    for (; asked < 1_000; asked += 1) yield Buffer.from('{"a":[1,');
  }
  expect(await readBytes(sent(pieces()), 6_000_000)).toEqual(refused);
  expect(asked).toBeGreaterThan(600);
  expect(asked).toBeLessThan(1_000);
  const text = ['[1,2,"', ...'\\",[{'.repeat(3_000), '"]'];
  expect(await readPieces(text)).not.toEqual(refused);
});

test('a byte order mark is ignored', async () => {
  expect(await read('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
});

test.each([
  ['by its header', ['{}'], { 'content-length': '11' }],
  ['by its bytes', ['{"a":', '"bcdefgh"}'], {}],
])('a body that is too large %s is refused', async (_, pieces, told) => {
  expect(await readPieces(pieces, 10, told)).toMatchObject({ code: 'payload_too_large' });
});

test('a body that does not arrive whole is refused', async () => {
  async function* broken() {
    yield Buffer.from('{"a"');
    throw new Error('the client has left');
  }
  expect(await readBytes(sent(broken()))).toMatchObject({ code: 'request_malformed' });
});

test.each(['"', '{"a":"', '{"a":"\\"', '{"a":"b\\\\\\"'])('%j is no JSON', async (body) => {
  expect(await read(body)).toMatchObject({ ok: false, code: 'body_not_json' });
});
