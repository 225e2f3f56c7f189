import { type EdgeEvent, type EdgeResponse, queryOf } from './event.ts';
import { permanentRedirect } from './site-address.ts';

/** The site's origin. The stack writes it before this function's code. */
declare const siteOrigin: string;

/** CloudFront runs this for the setting `redirectDomain`: it sends every visitor to the site. */
export function handler(event: EdgeEvent): EdgeResponse {
  const request = event.request;
  const location = siteOrigin + request.uri + queryOf(request.querystring);
  return permanentRedirect(301, location, { https: true });
}
