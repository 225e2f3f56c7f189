import { defaultLanguage, isLanguage, localizedPath } from '../../src/contract/language.ts';
import { securityHeaders } from '../../src/contract/security-headers.ts';

/** What the decision looks at; a CloudFront function and the local stack both can tell it. */
export interface FirstVisit {
  readonly method: string;
  readonly path: string;
  /** The query with its question mark, as it came; empty when there is none. */
  readonly query: string;
  /** The value of the cookie `languageCookie`. */
  readonly chosen: string | undefined;
  /** `Sec-Fetch-Dest` and `Sec-Fetch-Site`, which old browsers do not send (Fetch Metadata). */
  readonly fetchDest: string | undefined;
  readonly fetchSite: string | undefined;
}

/** A redirect to the visitor's own home page. */
export interface LanguageRedirect {
  readonly status: 302;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends who comes to `/` and once chose another language to the home page in that language. Only
 * the visitor's own choice counts, never the browser's languages: every address answers everyone
 * else alike, so caches and search engines see one page.
 *
 * English stays reachable for somebody whose cookie says otherwise: the language switch leads to
 * `/`, but its click handler (`src/client/start/start.ts`) sets the cookie to `en` before
 * the browser goes there; and a way that begins on a page of ours, such as the same link opened in
 * a new tab, which no click handler sees, is no first visit and is left alone.
 *
 * @param transport whether the visitor came over TLS, as everybody does to CloudFront
 * @returns `undefined` for a request that goes on as it is
 */
export function firstLanguage(
  visit: FirstVisit,
  transport: { readonly https: boolean } = { https: true },
): LanguageRedirect | undefined {
  const { path, query, chosen } = visit;
  if (path !== '/' || !isLanguage(chosen) || chosen === defaultLanguage) return undefined;
  if (!asksForDocument(visit) || visit.fetchSite === 'same-origin') return undefined;
  return {
    status: 302,
    headers: {
      ...securityHeaders('site', transport),
      'cache-control': 'private, no-store',
      location: `${localizedPath('/', chosen)}${query}`,
      vary: 'cookie',
    },
  };
}

function asksForDocument({ method, fetchDest }: FirstVisit): boolean {
  return (method === 'GET' || method === 'HEAD') && (fetchDest ?? 'document') === 'document';
}
