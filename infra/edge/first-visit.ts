import { languageCookie } from '../../src/contract/language.ts';
import { type EdgeRequest, type EdgeResponse, fieldsOf, queryOf } from './event.ts';
import { firstLanguage } from './first-language.ts';

/** `firstLanguage` for a request as CloudFront gives it. */
export function firstVisit({
  method,
  uri,
  querystring,
  headers,
  cookies,
}: EdgeRequest): EdgeResponse | undefined {
  const redirect = firstLanguage({
    method,
    path: uri,
    query: queryOf(querystring),
    chosen: cookies[languageCookie]?.value,
    fetchDest: headers['sec-fetch-dest']?.value,
    fetchSite: headers['sec-fetch-site']?.value,
  });
  if (redirect === undefined) return undefined;
  return {
    statusCode: redirect.status,
    statusDescription: 'Found',
    headers: fieldsOf(redirect.headers),
  };
}
