import cf from 'cloudfront';
import { type EdgeEvent, type EdgeRequest, type EdgeResponse, queryOf } from './event.ts';
import { firstVisit } from './first-visit.ts';
import { type Found, keysFor, siteAddress } from './site-address.ts';

/**
 * What CloudFront runs before it looks for a file: the language of a first visit, former addresses
 * and missing slashes, the file of a folder, and the page about what is missing. The store knows
 * every file of the site; S3 would only say that it may not tell.
 */
export async function handler(event: EdgeEvent): Promise<EdgeRequest | EdgeResponse> {
  const request = event.request;
  const redirect = firstVisit(request);
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
      // The store has no other way to say that it does not know a key.
    }
  }
  return undefined;
}
