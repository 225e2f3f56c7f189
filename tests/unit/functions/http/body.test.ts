import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { readBody, refuseTold, stopReading } from '../../../../functions/http/body.ts';
import { apiEvent } from '../../../support/api-event.ts';

const schema = z.record(z.string(), z.unknown());
const headers = { 'content-type': 'application/json' };

function read(body: string) {
  const event = apiEvent({ method: 'POST', path: '/', headers, body });
  return readBody(event, schema, undefined, 6_000_000);
}

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
  ])('%s', (_, body) => {
    expect(read(body)).toEqual(refused);
  });
});

test.each([
  ['a text with marks of JSON', JSON.stringify({ a: '[{,"\\'.repeat(100_000) })],
  ['a text that ends with an escaped backslash', `{"a":"\\\\","b":[${'1,'.repeat(1_500)}1]}`],
  ['a long list that is not too long', `{"a":[${'1,'.repeat(1_900)}1]}`],
])('%s is read', (_, body) => {
  expect(read(body)).toEqual({ ok: true, value: JSON.parse(body) });
});

test.each([1, 62, 63, 64, 65, 66, 128])(
  'marks after %i other characters are seen, and those in a text do not count',
  (length) => {
    const run = 'x'.repeat(length);
    const value = { [run]: `${run}"[{,${run}\\${run}"`.repeat(500), b: Array(1_900).fill(1) };
    const body = JSON.stringify(value).replaceAll(',', `,${' '.repeat(length)}`);
    expect(read(body)).toEqual({ ok: true, value: JSON.parse(body) });
    expect(read(body.replace('[1,', `[${'1,'.repeat(100)}`))).toEqual(refused);
    const stop = stopReading(apiEvent({ method: 'POST', path: '/', headers, body: '' }));
    const pieces = Array.from({ length: body.length / 7 }, (_, at) =>
      body.slice(7 * at, 7 * at + 7),
    );
    expect(pieces.some((piece) => stop(Buffer.from(piece)))).toBe(false);
  },
);

test('a body is too complex by its first pieces, and a text that is cut anywhere is not', () => {
  const event = apiEvent({ method: 'POST', path: '/', headers, body: '' });
  const piece = Buffer.from('[1,2,"');
  const stop = stopReading(event);
  const pieces = Array.from({ length: 1_000 }, () => stop(Buffer.from('{"a":[1,')));
  expect(pieces.indexOf(true)).toBeGreaterThan(600);
  const cut = stopReading(event);
  expect(
    [piece, ...Array.from('\\",[{'.repeat(3_000)).map((one) => Buffer.from(one))].some(cut),
  ).toBe(false);
  const packed = { ...event, headers: { ...headers, 'content-encoding': 'gzip' } };
  expect(stopReading(packed)(Buffer.from('['.repeat(3_000)))).toBe(false);
});

test('a byte order mark is ignored', () => {
  expect(read('\uFEFF{"a":1}')).toEqual({ ok: true, value: { a: 1 } });
});

test('a body that is too large by its header is refused unread', () => {
  const told = (length: string) =>
    refuseTold(apiEvent({ method: 'POST', path: '/', headers: { 'content-length': length } }), 10);
  expect(told('11')).toMatchObject({ code: 'payload_too_large' });
  expect(told('10')).toBeUndefined();
});

test.each(['"', '{"a":"', '{"a":"\\"', '{"a":"b\\\\\\"'])('%j is no JSON', (body) => {
  expect(read(body)).toMatchObject({ ok: false, code: 'body_not_json' });
});
