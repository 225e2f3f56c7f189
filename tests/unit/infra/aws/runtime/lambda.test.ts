import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { expect, test } from 'vitest';
import type { Arrival } from '../../../../../functions/http/request.ts';
import { lambdaHandler } from '../../../../../infra/aws/runtime/lambda.ts';
import { apiEvent } from '../../../../support/api-event.ts';

/** The event of "Create AWS Lambda proxy integrations for HTTP APIs" in AWS' developer guide. */
const documented: APIGatewayProxyEventV2 = {
  ...apiEvent({ method: 'POST', path: '/my/path' }),
  routeKey: '$default',
  rawPath: '/my/path',
  rawQueryString: 'parameter1=value1&parameter1=value2&parameter2=value',
  cookies: ['cookie1', 'cookie2'],
  headers: { header1: 'value1', header2: 'value1,value2' },
  queryStringParameters: { parameter1: 'value1,value2', parameter2: 'value' },
  body: 'Hello from Lambda',
  pathParameters: { parameter1: 'value1' },
  isBase64Encoded: false,
  stageVariables: { stageVariable1: 'value1', stageVariable2: 'value2' },
};

/** The request that an application gets of an event, and what comes with it. */
async function seen(event: APIGatewayProxyEventV2): Promise<[Request, Arrival]> {
  const calls: [Request, Arrival][] = [];
  await lambdaHandler(async (request, arrival) => {
    calls.push([request, arrival]);
    return new Response(null, { status: 204 });
  })(event);
  const [call] = calls;
  if (!call) throw new Error('the application was not called');
  return call;
}

test('the documented event is the request that was sent', async () => {
  const [request, arrival] = await seen(documented);
  expect(request.method).toBe('POST');
  const { pathname, search } = new URL(request.url);
  expect(pathname + search).toBe('/my/path?parameter1=value1&parameter1=value2&parameter2=value');
  expect(request.headers.get('cookie')).toBe('cookie1; cookie2');
  expect(request.headers.get('header2')).toBe('value1,value2');
  expect(await request.text()).toBe('Hello from Lambda');
  expect(arrival).toEqual({ requestId: 'request-1', sourceAddress: '192.0.2.1' });
});

test.each([
  ['GET /runs/{id}/files/{name}', { id: 'a/b', name: '100%' }, '/runs/a%2Fb/files/100%25'],
  ['ANY /users/{sub}', { sub: 'auth0|水' }, '/users/auth0%7C%E6%B0%B4'],
  ['ANY /api/{path+}', { path: 'no/where here' }, '/api/no/where%20here'],
  ['ANY /api/health', undefined, '/api/health'],
])('the path of %s with %j is %s', async (routeKey, pathParameters, expected) => {
  const event = { ...apiEvent({ path: '/decoded' }), routeKey };
  const [{ url }] = await seen({ ...event, ...(pathParameters ? { pathParameters } : {}) });
  expect(new URL(url).pathname).toBe(expected);
});

test.each([
  ['a body in base64', { body: '//4=', isBase64Encoded: true }, Buffer.from([0xff, 0xfe])],
  ['no body', {}, Buffer.of()],
])('%s is passed as its bytes', async (_what, parts, expected) => {
  const [request] = await seen(apiEvent({ method: 'POST', path: '/', ...parts }));
  expect(Buffer.from(await request.arrayBuffer())).toEqual(expected);
});

test.each([
  ['a GET with a body', { method: 'GET', body: '{}' }, 'GET', null],
  ['a method that the web forbids', { method: 'TRACE' }, 'UNKNOWN', null],
])('%s is passed without what a request cannot have', async (_what, parts, method, body) => {
  const [request] = await seen(apiEvent(parts));
  expect([request.method, request.body]).toEqual([method, body]);
});

test('a header beyond Latin-1 is passed as its bytes, and an empty one is kept', async () => {
  const [{ headers }] = await seen(apiEvent({ headers: { 'x-name': '水', 'x-empty': '' } }));
  expect(Buffer.from(headers.get('x-name') ?? '', 'latin1').toString()).toBe('水');
  expect(headers.get('x-empty')).toBe('');
});

test.each([
  ['JSON', 'application/json', '{"名":1}', '{"名":1}', false],
  ['a problem', 'application/problem+json', '{}', '{}', false],
  ['CSV with its byte order mark', 'text/csv; charset=utf-8', '\ufeffNo.', '\ufeffNo.', false],
  ['a picture', 'image/png', Buffer.from([0xff, 0xfe]), '//4=', true],
])('%s is answered as API Gateway takes it', async (_what, type, sent, body, isBase64Encoded) => {
  const headers = { 'content-type': type };
  const handler = lambdaHandler(async () => new Response(sent, { headers }));
  const expected = { statusCode: 200, headers, cookies: [], body, isBase64Encoded };
  expect(await handler(apiEvent())).toEqual(expected);
});

test('each cookie of an answer is one of the result', async () => {
  const headers = new Headers({ location: '/' });
  headers.append('set-cookie', 'a=1; Path=/');
  headers.append('set-cookie', 'b=2; Path=/');
  const handler = lambdaHandler(async () => new Response(null, { status: 302, headers }));
  const cookies = ['a=1; Path=/', 'b=2; Path=/'];
  expect(await handler(apiEvent())).toEqual({
    statusCode: 302,
    headers: { location: '/' },
    cookies,
  });
});
