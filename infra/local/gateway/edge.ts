import { readSessionCookie } from '../../../functions/http/cookies.ts';
import { renderReply } from '../../../functions/http/reply.ts';
import { routes } from '../../../src/contract/routes.ts';
import { hintCookie } from '../../../src/contract/session.ts';
import { type HttpAnswer, structuredAnswer } from './result.ts';

/** What the edge looks at, and what an answer of it needs. */
interface EdgeRequest {
  readonly method: string;
  readonly path: string;
  /** The cookies as `name=value` pairs. */
  readonly cookies: readonly string[];
  readonly siteOrigin: string;
  readonly requestId: string;
  readonly now: Date;
}

const hintPrefix = `${hintCookie.name}=`;

/**
 * What CloudFront answers in place of the API: nobody's session needs no function to look it up,
 * and most visitors have none (docs of sign-in, point 6). A hint without a session is cleared, for
 * no handler will ever see it: the browser would go on drawing a signed-in page before it asks.
 *
 * @returns `undefined` for a request that goes on to the API
 */
export function answerAtEdge(request: EdgeRequest): HttpAnswer | undefined {
  const { method, path, cookies, siteOrigin } = request;
  if (method !== routes.me.method || path !== routes.me.path) return undefined;
  if (readSessionCookie(cookies, siteOrigin).kind !== 'absent') return undefined;
  const isHinted = cookies.some((pair) => pair.startsWith(hintPrefix));
  const reply = { status: 204, ...(isHinted ? { session: 'missing' as const } : {}) };
  return structuredAnswer(renderReply(routes.me, reply, request));
}
