import type { IncomingMessage, RequestListener } from 'node:http';
import { languageCookie } from '../../src/contract/language.ts';
import { isHttps } from '../../src/contract/security-headers.ts';
import { type FirstVisit, firstLanguage } from '../edge/first-language.ts';
import { originForm } from './read-request.ts';

/**
 * Routes the requests of one origin as CloudFront does: `/api` to the API, everything else to the
 * site, after the edge function for first visits.
 */
export function originRouter(
  api: RequestListener,
  site: RequestListener,
  siteOrigin: string,
): RequestListener {
  return (request, response) => {
    const url = originForm(request.url ?? '/');
    request.url = url;
    if (isApiTarget(url)) return api(request, response);
    const redirect = firstLanguage(visitOf(request, url), { https: isHttps(siteOrigin) });
    if (redirect === undefined) return site(request, response);
    response.writeHead(redirect.status, redirect.headers).end();
  };
}

/** Whether a target in origin form is `/api` or below it; more slashes in front are tolerated. */
export function isApiTarget(target: string): boolean {
  return /^\/+api(?:[/?#]|$)/.test(target);
}

function visitOf({ method = 'GET', headers }: IncomingMessage, url: string): FirstVisit {
  const [path = '', ...query] = url.split(/(?=\?)/);
  return {
    method,
    path,
    query: query.join(''),
    chosen: cookieValue(headers.cookie ?? '', languageCookie),
    fetchDest: headers['sec-fetch-dest']?.toString(),
    fetchSite: headers['sec-fetch-site']?.toString(),
  };
}

/** The first cookie of that name, as CloudFront passes that one to its functions. */
function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
