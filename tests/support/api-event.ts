import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Endpoint } from '../../functions/http/endpoint.ts';
import { requestedWithHeader } from '../../src/contract/sign-in.ts';

export const siteOrigin = 'https://www.example.com';

/** The parts of a request that a test sets; the rest is as API Gateway sets it. */
export interface EventParts {
  readonly method?: string;
  readonly path?: string;
  readonly query?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
  readonly body?: string;
  readonly isBase64Encoded?: boolean;
  readonly sourceIp?: string;
}

/** Calls an endpoint, and takes its answer apart. */
export async function call(
  endpoint: Endpoint,
  parts: EventParts = {},
  pathParameters?: Readonly<Record<string, string>>,
) {
  const { method = 'GET', path = '/api/health', query = '', sourceIp = '192.0.2.1' } = parts;
  const headers = new Headers(parts.headers);
  if (parts.cookies) headers.set('cookie', parts.cookies.join('; '));
  const body = parts.isBase64Encoded ? Buffer.from(parts.body ?? '', 'base64') : parts.body;
  const isBodiless = method === 'GET' || method === 'HEAD' || body === undefined;
  const request = new Request(`http://application${path}?${query}`, {
    method,
    headers,
    ...(isBodiless ? {} : { body }),
  });
  const arrival = { requestId: 'request-1', sourceAddress: sourceIp };
  const answer = await endpoint(request, arrival, pathParameters);
  const { 'set-cookie': _cookies, ...others } = Object.fromEntries(answer.headers);
  const sent: Readonly<Record<string, string>> = others;
  return {
    status: answer.status,
    headers: sent,
    cookies: answer.headers.getSetCookie(),
    body: answer.body === null ? undefined : Buffer.from(await answer.arrayBuffer()).toString(),
  };
}

/** An event of an HTTP API in payload format 2.0. */
export function apiEvent(parts: EventParts = {}): APIGatewayProxyEventV2 {
  const { method = 'GET', path = '/api/health', query = '', headers = {} } = parts;
  const { sourceIp = '192.0.2.1' } = parts;
  const routeKey = `${method} ${path}`;
  return {
    version: '2.0',
    routeKey,
    rawPath: path,
    rawQueryString: query,
    headers: { ...headers },
    ...(parts.cookies ? { cookies: [...parts.cookies] } : {}),
    ...(parts.body === undefined ? {} : { body: parts.body }),
    isBase64Encoded: parts.isBase64Encoded ?? false,
    requestContext: {
      accountId: '1',
      apiId: 'a',
      domainName: 'www.example.com',
      domainPrefix: 'www',
      http: { method, path, protocol: 'HTTP/1.1', sourceIp, userAgent: 'test' },
      requestId: 'request-1',
      routeKey,
      stage: '$default',
      time: '21/Nov/2026:12:00:00 +0000',
      timeEpoch: 1_795_262_400_000,
    },
  };
}

/** The headers that a script of our own pages sends with a state-changing call. */
export const ownHeaders: Readonly<Record<string, string>> = {
  'content-type': 'application/json',
  origin: siteOrigin,
  'sec-fetch-site': 'same-origin',
  [requestedWithHeader.name]: requestedWithHeader.value,
};
