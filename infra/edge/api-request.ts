import type { EdgeEvent, EdgeRequest, EdgeResponse } from './event.ts';
import { noSession } from './no-session.ts';

/**
 * What CloudFront runs before it asks the API: it answers who has no session, and says who asks,
 * in a header of ours that replaces whatever the visitor sent under that name.
 */
export function handler(event: EdgeEvent): EdgeRequest | EdgeResponse {
  const answer = noSession(event);
  if (answer !== undefined) return answer;
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
