import * as z from 'zod/mini';
import { secondStatus } from '../../src/contract/problem.ts';
import type { ReplyBody, Route } from '../../src/contract/route.ts';
import { isHttps, securityHeaders } from '../../src/contract/security-headers.ts';
import { renderCsv } from './csv.ts';
import type { CsvFile, HtmlPage, Refusal, Remarks, SavedFile, SessionChange } from './handler.ts';
import { problemBody, problemHeaders } from './problem.ts';
import { beginSession, clearHint, clearSession } from './session-cookie.ts';

/** A reply as the wrapper sees it, before the check against the route's row. */
export interface AnyReply extends Remarks {
  readonly status: number;
  readonly body?: unknown;
  readonly fileName?: string;
  readonly location?: string;
  readonly file?: SavedFile;
  readonly page?: HtmlPage;
  readonly csv?: CsvFile;
  readonly session?: SessionChange;
}

interface RefusalContext {
  readonly requestId: string;
  /** Absent while the settings cannot be read: then the answer has no header about TLS. */
  readonly siteOrigin?: string | undefined;
  /** The header with the caller's credentials, if there was one. */
  readonly authorization?: string | undefined;
}

interface ReplyContext extends RefusalContext {
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

/** The headers of every answer: nobody caches or sniffs anything under `/api/`. */
function commonHeaders({ requestId, siteOrigin = '' }: RefusalContext): Record<string, string> {
  return {
    ...securityHeaders('data', { https: isHttps(siteOrigin) }),
    'cache-control': 'private, no-store',
    'x-request-id': requestId,
  };
}

/**
 * A reply as an answer, checked against the promise of its route. Fields that the
 * promise does not name are left out.
 * @throws {ReplyMismatchError} for a status that the route does not list, or another body
 */
export function renderReply(
  route: Pick<Route, 'replies' | 'csv' | 'localized'>,
  reply: AnyReply,
  context: ReplyContext,
): Response {
  const promised = route.replies[reply.status];
  if (promised === undefined) {
    throw new ReplyMismatchError(`The route does not list the status ${reply.status}.`);
  }
  const { headers, body = null } = reply.csv
    ? renderCsvFile(route, reply.csv)
    : renderContent(promised, reply);
  const answer = new Response(body, {
    status: reply.status,
    headers: {
      ...commonHeaders(context),
      ...replayHeaders(reply.replayed),
      ...varyHeaders(route),
      ...headers,
    },
  });
  for (const cookie of renderCookies(reply.session, context)) {
    answer.headers.append('set-cookie', cookie);
  }
  return answer;
}

export function renderRefusal(...refused: Parameters<typeof refusalParts>): Response {
  const { body, ...head } = refusalParts(...refused);
  return new Response(body, head);
}

/** The parts of a refusal's answer, for a server that has no request to answer. */
export function refusalParts(
  route: Pick<Route, 'caller' | 'csv' | 'localized'>,
  refusal: Refusal,
  context: RefusalContext,
) {
  const { code, detail, headers, facts, replayed, isFinal } = refusal;
  const body = problemBody(code, detail, context.requestId);
  const status = (isFinal && secondStatus[code]) || body.status;
  return {
    status,
    headers: {
      ...commonHeaders(context),
      ...varyHeaders(route),
      ...problemHeaders(code, route.caller, context.authorization),
      ...replayHeaders(replayed),
      ...headers,
    },
    body: JSON.stringify({ ...facts, ...body, status }),
  };
}

/** The answer to HEAD: that to GET, without its content (RFC 9110, section 9.3.2). */
export function withoutContent({ status, headers }: Response): Response {
  return new Response(null, { status, headers });
}

/** The request headers on which the answers at an address depend (RFC 9110, section 12.5.5). */
function varyHeaders({ csv, localized }: Pick<Route, 'csv' | 'localized'>): Record<string, string> {
  const names = [...(csv ? ['accept'] : []), ...(localized ? ['accept-language'] : [])];
  return names.length > 0 ? { vary: names.join(', ') } : {};
}

/** Says that nothing happened now: the answer repeats the first one to the key. */
function replayHeaders(replayed: boolean | undefined): Record<string, string> {
  return replayed ? { 'idempotency-replayed': 'true' } : {};
}

interface Rendered {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

function renderContent(promised: ReplyBody, reply: AnyReply): Rendered {
  if (promised === 'nothing') return { headers: {} };
  if (promised === 'redirect') return { headers: { location: present(reply.location) } };
  if (promised === 'file') return renderSavedFile(present(reply.file));
  if (promised === 'page') return renderPage(present(reply.page));
  const checked = z.safeParse(promised, reply.body);
  if (!checked.success)
    throw new ReplyMismatchError(`The body is not as promised: ${pathsOf(checked.error)}.`);
  return {
    headers: { 'content-type': 'application/json', ...attachmentHeaders(reply.fileName) },
    body: JSON.stringify(checked.data),
  };
}

function renderCsvFile(route: Pick<Route, 'csv'>, file: CsvFile): Rendered {
  if (!route.csv) throw new ReplyMismatchError('The route does not promise CSV.');
  return {
    headers: {
      'content-type': 'text/csv; charset=utf-8; header=present',
      ...attachmentHeaders(file.name),
      // RFC 8288, section 3: the link to the rest, which a file cannot contain.
      ...(file.next === undefined ? {} : { link: `<${file.next}>; rel="next"` }),
    },
    body: renderCsv(file.rows),
  };
}

/** A result of a user's input is saved and never shown, whatever it contains. */
function renderSavedFile({ name, mediaType, content }: SavedFile): Rendered {
  return {
    headers: { 'content-type': mediaType, ...attachmentHeaders(name) },
    body: new Uint8Array(content),
  };
}

/** RFC 6266; the names are our own, and of ASCII without quotes. */
function attachmentHeaders(fileName: string | undefined): Record<string, string> {
  if (fileName === undefined) return {};
  return { 'content-disposition': `attachment; filename="${fileName}"` };
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
