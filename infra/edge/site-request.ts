import cf from 'cloudfront';
import { type EdgeEvent, type EdgeRequest, type EdgeResponse, queryOf } from './event.ts';
import { redirectFirstVisit } from './first-language.ts';
import { type Found, keysFor, siteAddress } from './site-address.ts';

/**
 * CloudFront runs this before it fetches a file from S3. It redirects first visits, former
 * addresses and addresses without their slash, and selects the file of a folder or the 404 page.
 * The store lists every file of the site; S3 answers 403 and not 404 for a missing file.
 */
export async function handler(event: EdgeEvent): Promise<EdgeRequest | EdgeResponse> {
  const request = event.request;
  const redirect = redirectFirstVisit(request);
  if (redirect !== undefined) return redirect;
  const found = await firstKnown(keysFor(request.uri));
  const answer = siteAddress(request.uri, queryOf(request.querystring), found);
  if (typeof answer !== 'string') return answer;
  request.uri = answer;
  return request;
}

async function firstKnown(keys: readonly string[]): Promise<Found | undefined> {
  const store = cf.kvs();
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index] || '';
    try {
      const movedTo = await store.get(key);
      return { key: key, movedTo: movedTo };
    } catch (_error) {
      // The store reports an unknown key by an error and in no other way.
    }
  }
  return undefined;
}
