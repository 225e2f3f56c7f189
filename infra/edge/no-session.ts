import { securityHeaders } from '../../src/contract/security-headers.ts';
import { hintCookie, profilePath, sessionCookieName } from '../../src/contract/session.ts';
import { type EdgeEvent, type EdgeRequest, type EdgeResponse, fieldsOf } from './event.ts';

/** The parts of an event that decide. */
interface SessionEvent extends Pick<EdgeEvent, 'context'> {
  readonly request: Pick<EdgeRequest, 'method' | 'uri' | 'cookies'>;
}

/**
 * Answers the question who is signed in for a visitor without a session cookie. Most visitors have
 * none, and no function need run to tell them so. A hint cookie without a session is cleared here,
 * because no handler will see it. A test compares this answer with the handler's.
 *
 * @param transport whether the visitor uses TLS, as every visitor of CloudFront does
 * @returns `undefined` for a request that the API must answer
 */
export function noSession(
  { context, request }: SessionEvent,
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
