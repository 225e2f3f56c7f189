import { beginningOf } from '../../src/contract/fetch-metadata.ts';
import { securityHeaders } from '../../src/contract/security-headers.ts';
import type { EdgeResponse, EdgeResponseEvent } from './event.ts';
import { isPage } from './site-file.ts';

const policyName = 'content-security-policy';
const policyOfFiles = securityHeaders('file', { https: true })[policyName] ?? '';

/**
 * CloudFront runs this before it sends a file. A page learns who began its navigation. A file that is
 * no page gets a policy without scripts; the headers policy of the distribution keeps a policy that
 * is there. It sets the status that is stored with the file, which the 404 pages have. CloudFront's
 * own error pages would replace the API's errors too.
 */
export function handler(event: EdgeResponseEvent): EdgeResponse {
  const response = event.response;
  if (isPage(event.request.uri, response.headers['content-type']?.value)) {
    const site = event.request.headers['sec-fetch-site'];
    response.headers['server-timing'] = { value: beginningOf(site?.value) };
  } else response.headers[policyName] = { value: policyOfFiles };
  const status = response.headers['x-amz-meta-status'];
  if (status === undefined) return response;
  delete response.headers['x-amz-meta-status'];
  if (response.statusCode === 200) {
    response.statusCode = Number(status.value);
    response.statusDescription = 'Not Found';
  }
  return response;
}
