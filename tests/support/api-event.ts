import type { APIGatewayProxyEventV2 } from 'aws-lambda';
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
