import { isHttps } from '../../../src/contract/security-headers.ts';
import { noSession } from '../../edge/no-session.ts';
import { edgeHeaders } from '../edge-headers.ts';
import type { HttpAnswer } from './result.ts';

/** What the edge looks at, and what an answer of it needs. */
interface EdgeRequest {
  readonly method: string;
  readonly path: string;
  /** The cookies as `name=value` pairs. */
  readonly cookies: readonly string[];
  readonly siteOrigin: string;
  readonly requestId: string;
}

/**
 * What CloudFront answers in place of the API, by the function that it runs.
 *
 * @returns `undefined` for a request that goes on to the API
 */
export function answerAtEdge(request: EdgeRequest): HttpAnswer | undefined {
  const { method, path, requestId, siteOrigin } = request;
  const question = {
    context: { requestId },
    request: { method, uri: path, cookies: cookieFields(request.cookies) },
  };
  const answer = noSession(question, { https: isHttps(siteOrigin) });
  if (answer === undefined) return undefined;
  const cookies = Object.entries(answer.cookies ?? {}).map(
    ([name, { value, attributes }]) => `${name}=${value}; ${attributes}`,
  );
  return {
    status: answer.statusCode,
    headers: { ...edgeHeaders(answer), ...(cookies.length > 0 ? { 'set-cookie': cookies } : {}) },
    body: Buffer.alloc(0),
  };
}

function cookieFields(pairs: readonly string[]): Record<string, { value: string }> {
  return Object.fromEntries(
    pairs.flatMap((pair) => {
      const end = pair.indexOf('=');
      return end < 0 ? [] : [[pair.slice(0, end), { value: pair.slice(end + 1) }] as const];
    }),
  );
}
