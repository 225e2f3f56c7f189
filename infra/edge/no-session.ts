import { securityHeaders } from '../../src/contract/security-headers.ts';
import { hintCookie, profilePath, sessionCookieName } from '../../src/contract/session.ts';
import { type EdgeEvent, type EdgeRequest, type EdgeResponse, fieldsOf } from './event.ts';

type SessionEvent = Pick<EdgeEvent, 'context'> & {
  readonly request: Pick<EdgeRequest, 'method' | 'uri' | 'cookies'>;
};

/**
 * Answers the profile request of a visitor without a session cookie, so that no function need run.
 * A hint cookie without a session is cleared here, because no handler will see it. A test compares
 * this answer with the handler's.
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
