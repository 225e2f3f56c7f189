import { defaultLanguage, languages, localizedPath } from '../../src/contract/language.ts';
import { securityHeaders } from '../../src/contract/security-headers.ts';
import { languageCookie } from '../../src/contract/session.ts';
import { type EdgeRequest, type EdgeResponse, fieldsOf, queryOf } from './event.ts';

export interface FirstVisit {
  readonly method: string;
  readonly path: string;
  /** The query as it was sent, with its question mark; empty when there is none. */
  readonly query: string;
  /** The value of the cookie `languageCookie`. */
  readonly chosen: string | undefined;
  /** `Sec-Fetch-Dest` and `Sec-Fetch-Site`, which old browsers do not send (Fetch Metadata). */
  readonly fetchDest: string | undefined;
  readonly fetchSite: string | undefined;
}

/**
 * Redirects a visitor of `/` who once chose another language to the home page in that language.
 * Only that choice counts, never the browser's languages: everybody else gets the same answer, so
 * caches and search engines see one page.
 *
 * The language switch links to `/`, and its click handler (`src/client/start/start.ts`) sets the
 * cookie to `en` first. The handler does not run when the link is opened in a new tab. That request
 * comes from a page of ours, so it is not redirected.
 * @param transport whether the visitor uses TLS, as every visitor of CloudFront does
 * @returns `undefined` when there is nothing to redirect
 */
export function firstLanguage(
  visit: FirstVisit,
  transport: { readonly https: boolean } = { https: true },
): { readonly status: 302; readonly headers: Readonly<Record<string, string>> } | undefined {
  const { path, query, chosen } = visit;
  const language = languages.find((one) => one === chosen) ?? defaultLanguage;
  if (path !== '/' || language === defaultLanguage) return undefined;
  if (!asksForDocument(visit) || visit.fetchSite === 'same-origin') return undefined;
  return {
    status: 302,
    headers: {
      ...securityHeaders('file', transport),
      'cache-control': 'private, no-store',
      location: `${localizedPath('/', language)}${query}`,
      vary: 'cookie',
    },
  };
}

/** `firstLanguage` for a request in CloudFront's form. */
export function redirectFirstVisit(request: EdgeRequest): EdgeResponse | undefined {
  const { method, uri, querystring, headers, cookies } = request;
  const redirect = firstLanguage({
    method,
    path: uri,
    query: queryOf(querystring),
    chosen: cookies[languageCookie]?.value,
    fetchDest: headers['sec-fetch-dest']?.value,
    fetchSite: headers['sec-fetch-site']?.value,
  });
  if (redirect === undefined) return undefined;
  const headersToSend = fieldsOf(redirect.headers);
  return { statusCode: redirect.status, statusDescription: 'Found', headers: headersToSend };
}

function asksForDocument({ method, fetchDest }: FirstVisit): boolean {
  return (method === 'GET' || method === 'HEAD') && (fetchDest ?? 'document') === 'document';
}
