import { profilePath } from '../../../src/contract/session.ts';
import type { HttpAnswer } from './result.ts';

const sessionCookie = /^(?:__Host-)?session=/;

/**
 * What CloudFront answers in place of the API: nobody's session needs no function to look it up,
 * and most visitors have none (docs of sign-in, point 6).
 *
 * @returns `undefined` for a request that goes on to the API
 */
export function answerAtEdge(
  method: string,
  path: string,
  cookies: readonly string[],
): HttpAnswer | undefined {
  if (method !== 'GET' || path !== profilePath) return undefined;
  if (cookies.some((pair) => sessionCookie.test(pair))) return undefined;
  const headers = { 'cache-control': 'private, no-store' };
  return { status: 204, headers, body: Buffer.alloc(0) };
}
