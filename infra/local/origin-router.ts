import type { IncomingMessage, RequestListener } from 'node:http';
import { languageCookie } from '../../src/contract/language.ts';
import { isHttps } from '../../src/contract/security-headers.ts';
import { firstLanguage, type LanguageRedirect } from '../edge/first-language.ts';
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
    const redirect = languageRedirect(request, url, siteOrigin);
    if (redirect === undefined) return site(request, response);
    response.writeHead(redirect.status, redirect.headers).end();
  };
}

/**
 * Whether a target in origin form belongs to the API: `/api` and everything below it. Further
 * slashes in front make no difference, as the site has no such page either.
 */
export function isApiTarget(target: string): boolean {
  return /^\/+api(?:[/?#]|$)/.test(target);
}

function languageRedirect(
  { method = 'GET', headers }: IncomingMessage,
  url: string,
  siteOrigin: string,
): LanguageRedirect | undefined {
  const [path = '', ...query] = url.split(/(?=\?)/);
  const visit = {
    method,
    path,
    query: query.join(''),
    chosen: cookieValue(headers.cookie ?? '', languageCookie),
    fetchDest: headers['sec-fetch-dest']?.toString(),
    fetchSite: headers['sec-fetch-site']?.toString(),
  };
  return firstLanguage(visit, { https: isHttps(siteOrigin) });
}

/** The first cookie of that name, as CloudFront passes that one to its functions. */
function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
