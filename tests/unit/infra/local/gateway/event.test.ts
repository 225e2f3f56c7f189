import { describe, expect, it } from 'vitest';
import { type Arrival, toEvent } from '../../../../../infra/local/gateway/event.ts';

const arrival: Arrival = {
  method: 'POST',
  url: '/api/things/7?a=1&a=2&b=%20x&c',
  rawHeaders: ['Host', 'localhost:4321', 'User-Agent', 'tests', 'X-Twice', 'one', 'x-twice', 'two'],
  body: Buffer.alloc(0),
  httpVersion: '1.1',
  sourceIp: '127.0.0.1',
  requestId: 'request-1',
  at: new Date('2026-03-02T19:03:08.123Z'),
  route: { method: 'POST', path: '/api/things/{id}' },
  pathParameters: { id: '7' },
};

function eventOf(changes: Partial<Arrival>) {
  return toEvent({ ...arrival, ...changes });
}

function bodyOf(contentType: string, body: Buffer, others: readonly string[] = []) {
  const { rawHeaders } = arrival;
  return eventOf({ rawHeaders: [...rawHeaders, 'Content-Type', contentType, ...others], body });
}

describe('toEvent', () => {
  it('has every field of payload format 2.0', () => {
    expect(toEvent(arrival)).toEqual({
      version: '2.0',
      routeKey: 'POST /api/things/{id}',
      rawPath: '/api/things/7',
      rawQueryString: 'a=1&a=2&b=%20x&c',
      headers: { host: 'localhost:4321', 'user-agent': 'tests', 'x-twice': 'one,two' },
      queryStringParameters: { a: '1,2', b: ' x', c: '' },
      pathParameters: { id: '7' },
      requestContext: {
        accountId: 'local',
        apiId: 'local',
        domainName: 'localhost:4321',
        domainPrefix: 'localhost:4321',
        http: {
          method: 'POST',
          path: '/api/things/7',
          protocol: 'HTTP/1.1',
          sourceIp: '127.0.0.1',
          userAgent: 'tests',
        },
        requestId: 'request-1',
        routeKey: 'POST /api/things/{id}',
        stage: '$default',
        time: '02/Mar/2026:19:03:08 +0000',
        timeEpoch: 1_772_478_188_123,
      },
      isBase64Encoded: false,
    });
  });

  it('omits the fields that the request does not have', () => {
    const event = eventOf({ url: '/api/things/7', pathParameters: {} });
    expect(event).not.toHaveProperty('queryStringParameters');
    expect(event).not.toHaveProperty('pathParameters');
    expect(event).not.toHaveProperty('cookies');
    expect(event).not.toHaveProperty('body');
    expect(event.rawQueryString).toBe('');
  });

  it('splits the cookies of every cookie header into a list and takes them out of the headers', () => {
    const event = eventOf({ rawHeaders: ['Cookie', 'a=1; b=2', 'cookie', 'c=3;; d="4;"'] });
    expect(event.cookies).toEqual(['a=1', 'b=2', 'c=3', 'd="4', '"']);
    expect(event.headers).not.toHaveProperty('cookie');
  });

  it('keeps headers and query fields with the names of object members', () => {
    const event = eventOf({ url: '/?constructor=1', rawHeaders: ['constructor', 'x'] });
    expect(event.headers).toEqual({ constructor: 'x' });
    expect(event.queryStringParameters).toEqual({ constructor: '1' });
  });

  it.each([
    'application/json',
    'application/problem+json; charset=utf-8',
    'text/plain',
    'TEXT/HTML',
  ])('passes a body of %s as text', (type) => {
    expect(bodyOf(type, Buffer.from('{"名":1}'))).toMatchObject({
      body: '{"名":1}',
      isBase64Encoded: false,
    });
  });

  it.each(['application/octet-stream', 'image/png', 'application/x-www-form-urlencoded', ''])(
    'passes a body of %j as base64',
    (type) => {
      expect(bodyOf(type, Buffer.from('a=1'))).toMatchObject({
        body: 'YT0x',
        isBase64Encoded: true,
      });
    },
  );

  it('passes text that is not UTF-8 as base64, so that no byte is lost', () => {
    expect(bodyOf('text/plain', Buffer.from([0xff, 0xfe]))).toMatchObject({
      body: '//4=',
      isBase64Encoded: true,
    });
  });

  it('passes a compressed body as base64', () => {
    const event = bodyOf('application/json', Buffer.from('{}'), ['Content-Encoding', 'gzip']);
    expect(event.isBase64Encoded).toBe(true);
  });
});
