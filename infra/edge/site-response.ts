import type { EdgeResponse, EdgeResponseEvent } from './event.ts';

/**
 * CloudFront runs this before it sends a file. It sets the status that is stored with the file, which
 * the 404 pages have. CloudFront's own error pages would replace the API's errors too.
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
