import type { EdgeEvent, EdgeRequest, EdgeResponse } from './event.ts';
import { noSession } from './no-session.ts';

/**
 * CloudFront runs this before it forwards a request to the API. It answers requests without a
 * session, and sets the visitor's address in a header of ours. That overwrites whatever the visitor
 * sent under the same name.
 */
export function handler(event: EdgeEvent): EdgeRequest | EdgeResponse {
  const answer = noSession(event);
  if (answer !== undefined) return answer;
  const request = event.request;
  request.headers['x-viewer-address'] = { value: event.viewer.ip };
  return request;
}
