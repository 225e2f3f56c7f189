import { describe, expect, it } from 'vitest';
import { toAnswer } from '../../../../../infra/local/http/refusals.ts';
import { limits } from '../../../../../infra/local/http/limits.ts';

describe('toAnswer', () => {
  it('sends status, headers in lower case, each cookie and the body', () => {
    const answer = toAnswer({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'x-count': 3, 'x-flag': true },
      cookies: ['a=1', 'b=2'],
      body: '{}',
    });
    expect(answer).toEqual({
      status: 201,
      headers: {
        'content-type': 'application/json',
        'x-count': '3',
        'x-flag': 'true',
        'set-cookie': ['a=1', 'b=2'],
      },
      body: Buffer.from('{}'),
    });
  });

  it('decodes a base64 body', () => {
    const answer = toAnswer({ statusCode: 200, body: '//4=', isBase64Encoded: true });
    expect(answer?.body).toEqual(Buffer.from([0xff, 0xfe]));
  });

  it('calls a body without a type plain text', () => {
    expect(toAnswer({ statusCode: 200, body: 'x' })?.headers).toEqual({
      'content-type': 'text/plain;charset=UTF-8',
    });
    expect(toAnswer({ statusCode: 204 })?.headers).toEqual({});
  });

  it.each([
    [{ hello: 'world' }, '{"hello":"world"}'],
    ['Hello', 'Hello'],
    [[1, 2], '[1,2]'],
    [null, 'null'],
    [undefined, 'null'],
    [{ body: 'no status' }, '{"body":"no status"}'],
  ])('makes the JSON of %j an answer with status 200', (returned, body) => {
    expect(toAnswer(returned)).toEqual({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(body),
    });
  });

  it.each([
    { statusCode: '200' },
    { statusCode: 99 },
    { statusCode: 600 },
    { statusCode: 200.5 },
    { statusCode: 200, body: {} },
    { statusCode: 200, headers: { a: ['b'] } },
    { statusCode: 200, cookies: 'a=1' },
  ])('has no answer for the malformed %j', (returned) => {
    expect(toAnswer(returned)).toBeUndefined();
  });

  it('has no answer for a value beyond the size that Lambda returns', () => {
    const around = Buffer.byteLength(JSON.stringify({ statusCode: 200, body: '' }));
    const body = 'x'.repeat(limits.payloadBytes - around);
    expect(toAnswer({ statusCode: 200, body })?.body).toHaveLength(body.length);
    expect(toAnswer({ statusCode: 200, body: `${body}x` })).toBeUndefined();
  });
});
