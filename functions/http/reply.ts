import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { problems } from '../../src/contract/problem.ts';
import type { ReplyBody, Route } from '../../src/contract/routes.ts';
import { beginSession, clearHint, clearSession } from './cookies.ts';
import type { HtmlPage, Refusal, SessionChange } from './handler.ts';
import { problemBody, problemHeaders } from './problem.ts';

/** A reply as the wrapper sees it, before it is held against the route's row of the table. */
export interface AnyReply {
  readonly status: number;
  readonly body?: unknown;
  readonly location?: string;
  readonly page?: HtmlPage;
  readonly session?: SessionChange;
}

/** An answer as API Gateway takes it; the status is always ours, never inferred. */
export interface Answer extends APIGatewayProxyStructuredResultV2 {
  readonly statusCode: number;
}

/** What an answer needs to know of the request that it answers. */
interface ReplyContext {
  readonly requestId: string;
  readonly siteOrigin: string;
  readonly now: Date;
}

/** A reply that its route does not promise: a bug of ours. The message holds no data. */
export class ReplyMismatchError extends Error {
  constructor(detail: string) {
    super(detail);
    this.name = 'ReplyMismatchError';
  }
}

/** The headers of every answer: nothing under `/api/` is ever kept or guessed at. */
function commonHeaders(requestId: string): Record<string, string> {
  return {
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
  };
}

/**
 * A reply as API Gateway takes it, checked against what the route promises; fields that the
 * promise doesn't name are left out.
 *
 * @throws {ReplyMismatchError} for a status that the route does not list, or another body
 */
export function renderReply(
  route: Pick<Route, 'replies'>,
  reply: AnyReply,
  context: ReplyContext,
): Answer {
  const promised = route.replies[reply.status];
  if (promised === undefined) {
    throw new ReplyMismatchError(`The route does not list the status ${reply.status}.`);
  }
  const { headers, body } = renderContent(promised, reply);
  const cookies = renderCookies(reply.session, context);
  return {
    statusCode: reply.status,
    headers: { ...commonHeaders(context.requestId), ...headers },
    ...(body === undefined ? {} : { body }),
    ...(cookies.length > 0 ? { cookies } : {}),
  };
}

/** A refusal as API Gateway takes it. */
export function renderRefusal(
  route: Pick<Route, 'caller'>,
  refusal: Refusal,
  requestId: string,
): Answer {
  const { problem, detail, allow } = refusal;
  return {
    statusCode: problems[problem].status,
    headers: {
      ...commonHeaders(requestId),
      ...problemHeaders(problem, route.caller),
      ...(allow ? { allow: allow.join(', ') } : {}),
    },
    body: JSON.stringify(problemBody(problem, detail, requestId)),
  };
}

interface Rendered {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

function renderContent(promised: ReplyBody, reply: AnyReply): Rendered {
  if (promised === 'nothing') return { headers: {} };
  if (promised === 'redirect') return { headers: { location: present(reply.location) } };
  if (promised === 'page') return renderPage(present(reply.page));
  const checked = z.safeParse(promised, reply.body);
  if (!checked.success)
    throw new ReplyMismatchError(`The body is not as promised: ${pathsOf(checked.error)}.`);
  return {
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(checked.data),
  };
}

function renderPage(page: HtmlPage): Rendered {
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': page.contentSecurityPolicy,
    },
    body: page.html,
  };
}

function renderCookies(session: AnyReply['session'], context: ReplyContext): string[] {
  if (session === undefined) return [];
  if (session === 'ended') return clearSession(context.siteOrigin);
  if (session === 'missing') return clearHint(context.siteOrigin);
  return beginSession(session, context.siteOrigin, context.now);
}

function present<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new ReplyMismatchError('The content of the reply is missing.');
  return value;
}

function pathsOf(error: z.core.$ZodError): string {
  return error.issues.map((issue) => issue.path.join('.') || 'the whole').join(', ');
}
