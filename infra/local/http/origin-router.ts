import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { isHttps } from '../../../src/contract/security-headers.ts';
import { languageCookie } from '../../../src/contract/session.ts';
import { type CookieField, type EdgeResponse, headersOf } from '../../edge/event.ts';
import { type FirstVisit, firstLanguage } from '../../edge/first-language.ts';
import { noSession } from '../../edge/no-session.ts';
import { limits } from './limits.ts';
import { headerBytes, originForm, toldBytes } from './read-request.ts';

/** Routes requests as CloudFront does: `/api` to the API, and all else to the site. */
export function originRouter(
  api: RequestListener,
  site: RequestListener,
  siteOrigin: string,
): RequestListener {
  const transport = { https: isHttps(siteOrigin) };
  return (request, response) => {
    const url = originForm(request.url ?? '/');
    request.url = url;
    if (isApiTarget(url)) {
      const answer = isShort(request) ? noSession(profileCall(request, url), transport) : undefined;
      return answer ? sendEdge(answer, response) : api(request, response);
    }
    const redirect = firstLanguage(visitOf(request, url), transport);
    if (redirect === undefined) return site(request, response);
    response.writeHead(redirect.status, redirect.headers).end();
  };
}

/** Whether a target in origin form is `/api` or below it; more slashes in front are tolerated. */
export function isApiTarget(target: string): boolean {
  return /^\/+api(?:[/?#]|$)/.test(target);
}

/** Whether a request has no body to drop, and no more headers than the API takes. */
function isShort(request: IncomingMessage): boolean {
  return toldBytes(request) === 0 && headerBytes(request) <= limits.headerBytes;
}

function profileCall({ method = 'GET', headers }: IncomingMessage, url: string) {
  const [uri = ''] = url.split('?', 1);
  const cookies = cookieFields(headers.cookie);
  return { context: { requestId: randomUUID() }, request: { method, uri, cookies } };
}

function sendEdge(answer: EdgeResponse, response: ServerResponse): void {
  const cookies = Object.entries(answer.cookies ?? {}).map(
    ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
  );
  const set = cookies.length > 0 ? { 'set-cookie': cookies } : {};
  response.writeHead(answer.statusCode, { ...headersOf(answer), ...set }).end();
}

function visitOf({ method = 'GET', headers }: IncomingMessage, url: string): FirstVisit {
  const [path = '', ...query] = url.split(/(?=\?)/);
  return {
    method,
    path,
    query: query.join(''),
    chosen: cookieFields(headers.cookie)[languageCookie]?.value,
    fetchDest: headers['sec-fetch-dest']?.toString(),
    fetchSite: headers['sec-fetch-site']?.toString(),
  };
}

/** The first cookie of each name, as CloudFront passes them, within its limit of headers. */
export function cookieFields(cookies = ''): Readonly<Record<string, CookieField>> {
  const fields: Record<string, CookieField> = {};
  for (const pair of cookies.slice(0, limits.headerBytes).split(';')) {
    const [name = '', ...value] = pair.split('=');
    if (value.length > 0) fields[name.trim()] ??= { value: value.join('=').trim() };
  }
  return fields;
}
