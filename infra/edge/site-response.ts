import type { EdgeResponse, EdgeResponseEvent } from './event.ts';

/**
 * What CloudFront runs before it sends a file: a file that is kept with a status of its own, such as
 * the page about what is missing, is sent with that. CloudFront's own error pages would stand in
 * for the API's errors as well.
 */
export function handler(event: EdgeResponseEvent): EdgeResponse {
  const response = event.response;
  const status = response.headers['x-amz-meta-status'];
  if (status === undefined) return response;
  delete response.headers['x-amz-meta-status'];
  if (response.statusCode === 200) {
    response.statusCode = Number(status.value);
    response.statusDescription = 'Not Found';
  }
  return response;
}
