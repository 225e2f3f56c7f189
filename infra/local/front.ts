import type { IncomingMessage, RequestListener } from 'node:http';
import { languageCookie } from '../../src/contract/language.ts';
import { isHttps } from '../../src/contract/security-headers.ts';
import { firstLanguage, type LanguageRedirect } from '../edge/first-language.ts';
import { isApiTarget, originForm } from './gateway/target.ts';

/**
 * One origin out of two parts, as CloudFront makes it: the API under its prefix, else the site,
 * with the edge function for the language of a first visit before it.
 */
export function front(
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

/** The first cookie of that name, which is the one that CloudFront shows its functions. */
function cookieValue(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((pair) => pair.trim());
  return pairs.find((pair) => pair.startsWith(`${name}=`))?.slice(name.length + 1);
}
