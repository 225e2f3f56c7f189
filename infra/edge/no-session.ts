import { securityHeaders } from '../../src/contract/security-headers.ts';
import { hintCookie, profilePath, sessionCookieName } from '../../src/contract/session.ts';
import { type EdgeEvent, type EdgeRequest, type EdgeResponse, fieldsOf } from './event.ts';

/** What the decision looks at. */
interface Question extends Pick<EdgeEvent, 'context'> {
  readonly request: Pick<EdgeRequest, 'method' | 'uri' | 'cookies'>;
}

/**
 * What the edge answers in place of the API: nobody's session needs no function to look it up, and
 * most visitors have none. A hint without a session is cleared, for no handler will ever see it.
 * A test holds the answer against that of the handler.
 *
 * @param transport whether the visitor came over TLS, as everybody does to CloudFront
 * @returns `undefined` for a request that goes on to the API
 */
export function noSession(
  { context, request }: Question,
  { https }: { readonly https: boolean } = { https: true },
): EdgeResponse | undefined {
  const { method, uri, cookies } = request;
  if (method !== 'GET' || uri !== profilePath) return undefined;
  if (sessionCookieName(https ? 'https:' : 'http:') in cookies) return undefined;
  const attributes = `Path=/; Max-Age=0; SameSite=Lax${https ? '; Secure' : ''}`;
  const cleared = { value: '', attributes };
  return {
    statusCode: 204,
    statusDescription: 'No Content',
    headers: fieldsOf({
      ...securityHeaders('data', { https }),
      'cache-control': 'private, no-store',
      'x-request-id': context.requestId,
    }),
    ...(hintCookie.name in cookies ? { cookies: { [hintCookie.name]: cleared } } : {}),
  };
}
