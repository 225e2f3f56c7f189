import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type Application, requestMethod } from '../../../functions/http/application.ts';

/** A function behind an HTTP API of API Gateway, payload format 2.0. */
type LambdaHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** Serves an application by Lambda. The only place that knows its events and results. */
export function lambdaHandler(application: Application): LambdaHandler {
  return async (event) => {
    const { requestId, http } = event.requestContext;
    const arrival = { requestId, sourceAddress: http.sourceIp };
    return resultOf(await application(requestOf(event), arrival));
  };
}

/** The application knows no origin but that of the settings. */
const base = 'https://application';

/** A request in the web's own types; GET and HEAD have no body there. */
function requestOf(event: APIGatewayProxyEventV2): Request {
  const { rawQueryString, cookies, body, isBase64Encoded, requestContext } = event;
  const { method } = requestContext.http;
  const headers = new Headers();
  for (const [name, value = ''] of Object.entries(event.headers)) headers.set(name, bytesOf(value));
  if (cookies) headers.set('cookie', bytesOf(cookies.join('; ')));
  const isBodiless = method === 'GET' || method === 'HEAD' || body === undefined;
  return new Request(`${base}${pathOf(event)}?${rawQueryString}`, {
    method: requestMethod(method),
    headers,
    body: isBodiless ? null : Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'),
  });
}

/** A header as bytes of UTF-8, a character each, which is what `Headers` takes. */
function bytesOf(value: string): string {
  return Buffer.from(value).toString('latin1');
}

/**
 * The path as the caller has written it. API Gateway decodes the values in it, so an encoded slash
 * stays a part of its value only in `pathParameters`.
 */
function pathOf({ routeKey, rawPath, pathParameters = {} }: APIGatewayProxyEventV2): string {
  const [, template] = routeKey.split(' ');
  return (template ?? rawPath).replace(/\{(\w+)(\+?)\}/g, (_all, name: string, rest: string) => {
    const value = pathParameters[name] ?? '';
    return rest ? value.split('/').map(encodeURIComponent).join('/') : encodeURIComponent(value);
  });
}

const textTypes = /^(?:text\/|application\/(?:[\w.-]+\+)?json)/;

/** A text stays one in the log of API Gateway; other bytes have to be base64. */
async function resultOf(response: Response): Promise<APIGatewayProxyStructuredResultV2> {
  const { 'set-cookie': _cookies, ...headers } = Object.fromEntries(response.headers);
  const head = { statusCode: response.status, headers, cookies: response.headers.getSetCookie() };
  if (response.body === null) return head;
  const bytes = Buffer.from(await response.arrayBuffer());
  const isText = textTypes.test(headers['content-type'] ?? '');
  return { ...head, body: bytes.toString(isText ? 'utf8' : 'base64'), isBase64Encoded: !isText };
}
