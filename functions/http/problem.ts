import {
  type Problem,
  type ProblemCode,
  problems,
  problemsPath,
} from '../../src/contract/problem.ts';
import type { Caller } from '../../src/contract/route.ts';
import { site } from '../../src/site.config.ts';
import { challengeFor } from './authorization.ts';

/** The media type of an error body (RFC 9457, section 3). */
const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** How long a caller shall wait before it tries an unavailable service again, in seconds. */
const RETRY_AFTER_SECONDS = 5;

/**
 * The body of an error answer.
 * @param detail one sentence for the caller; never an internal message
 */
export function problemBody(code: ProblemCode, detail: string, requestId: string): Problem {
  const { title, status } = problems[code];
  // RFC 9457, section 3.1.1. The product's site, not the answering origin, because a type is an
  // identifier and has to be the same on every deployment.
  const type = new URL(`${problemsPath}#${code}`, site.url).href;
  return { type, title, status, code, detail, requestId };
}

/**
 * The headers of an error: when to try again, or how to authenticate.
 * @param caller the caller that the matched route allows; absent when no route matches
 * @param authorization the header of the refused call
 */
export function problemHeaders(
  code: ProblemCode,
  caller?: Caller,
  authorization?: string,
): Record<string, string> {
  const headers = { 'content-type': PROBLEM_MEDIA_TYPE };
  const { status } = problems[code];
  if (status === 503) return { ...headers, 'retry-after': String(RETRY_AFTER_SECONDS) };
  const challenge = status === 401 ? challengeFor(caller, authorization) : undefined;
  return challenge === undefined ? headers : { ...headers, 'www-authenticate': challenge };
}
