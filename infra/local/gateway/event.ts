import { isAscii, isUtf8 } from 'node:buffer';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { BodyFields } from '../../../functions/http/request.ts';

/** A request as it was sent, and what the gateway knows about it. */
export interface Arrival {
  readonly method: string;
  /** Path and query as the request line has them. */
  readonly url: string;
  /** Header names and values in turn, as sent (`IncomingMessage.rawHeaders`). */
  readonly rawHeaders: readonly string[];
  /** Absent while it has not been read. */
  readonly body?: Buffer | undefined;
  readonly httpVersion: string;
  readonly sourceIp: string;
  readonly requestId: string;
  readonly at: Date;
  readonly route: { readonly method: string; readonly path: string };
  readonly pathParameters: Readonly<Record<string, string>>;
}

/**
 * The event of a Lambda function for a request, in payload format 2.0.
 * Source: "Create AWS Lambda proxy integrations for HTTP APIs" in the API Gateway developer guide.
 */
export function toEvent(arrival: Arrival): APIGatewayProxyEventV2 {
  const { route, pathParameters } = arrival;
  const { rawPath, rawQueryString } = splitUrl(arrival.url);
  const { headers, cookies } = combineHeaders(arrival.rawHeaders);
  const routeKey = `${route.method} ${route.path}`;
  const queryStringParameters = combineQuery(rawQueryString);
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString,
    ...(cookies.length > 0 ? { cookies } : {}),
    headers,
    ...(queryStringParameters ? { queryStringParameters } : {}),
    ...(Object.keys(pathParameters).length > 0 ? { pathParameters: { ...pathParameters } } : {}),
    requestContext: requestContext(arrival, routeKey, rawPath, headers),
    ...bodyFields(arrival.body, headers),
  };
}

/** The path and the query of a request line, not decoded. */
export function splitUrl(url: string): { rawPath: string; rawQueryString: string } {
  const [rawPath = '', ...query] = url.split('?');
  return { rawPath, rawQueryString: query.join('?') };
}

function requestContext(
  arrival: Arrival,
  routeKey: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): APIGatewayProxyEventV2['requestContext'] {
  const host = headers.host ?? '';
  return {
    accountId: 'local',
    apiId: 'local',
    domainName: host,
    domainPrefix: host.split('.')[0] ?? '',
    http: {
      method: arrival.method,
      path,
      protocol: `HTTP/${arrival.httpVersion}`,
      sourceIp: arrival.sourceIp,
      userAgent: headers['user-agent'] ?? '',
    },
    requestId: arrival.requestId,
    routeKey,
    stage: '$default',
    time: commonLogTime(arrival.at),
    timeEpoch: arrival.at.getTime(),
  };
}

/** Lower-case names, repeated headers joined by commas, and the cookies in a list of their own. */
function combineHeaders(rawHeaders: readonly string[]): {
  headers: Record<string, string>;
  cookies: string[];
} {
  const headers: Record<string, string> = Object.create(null);
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = (rawHeaders[index] ?? '').toLowerCase();
    const value = rawHeaders[index + 1] ?? '';
    const separator = name === 'cookie' ? ';' : ',';
    headers[name] = name in headers ? `${headers[name]}${separator}${value}` : value;
  }
  const { cookie = '', ...others } = headers;
  const cookies = cookie.split(';').map((pair) => pair.trim());
  return { headers: others, cookies: cookies.filter((pair) => pair !== '') };
}

function combineQuery(rawQueryString: string): Record<string, string> | undefined {
  if (rawQueryString === '') return undefined;
  const combined: Record<string, string> = Object.create(null);
  for (const [name, value] of new URLSearchParams(rawQueryString)) {
    combined[name] = name in combined ? `${combined[name]},${value}` : value;
  }
  return { ...combined };
}

const textTypes = /^(?:text\/.*|application\/(?:.*\+)?(?:json|javascript|xml))$/;

/** The members of an event that hold the body; the headers are those of the event. */
export function bodyFields(
  body: Buffer | undefined,
  headers: Readonly<Record<string, string | undefined>>,
): BodyFields {
  if (body === undefined || body.length === 0) return { isBase64Encoded: false };
  const mediaType = headers['content-type']?.split(';')[0]?.trim().toLowerCase() ?? '';
  const isText = textTypes.test(mediaType) && headers['content-encoding'] === undefined;
  // A string would damage text that is not UTF-8.
  if (isText && isUtf8(body)) return { body: bodyText(body), isBase64Encoded: false };
  return { body: body.toString('base64'), isBase64Encoded: true };
}

/** A text of ASCII alone takes a fifth of the time that UTF-8 takes. */
function bodyText(body: Buffer): string {
  return body.toString(isAscii(body) ? 'latin1' : 'utf8');
}

/** The time in the format of web server logs, such as `12/Mar/2020:19:03:58 +0000`. */
function commonLogTime(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(' ');
  return `${day}/${month}/${year}:${time} +0000`;
}
