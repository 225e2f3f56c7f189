import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Route } from '../../src/contract/routes.ts';
import type { SessionStore } from '../domain/stores.ts';
import { readBody } from './body.ts';
import { resolveCaller } from './caller.ts';
import { readSessionCookie, type SessionCookie } from './cookies.ts';
import type { IdTokenCaller, SessionCaller } from './handler.ts';
import { refuseForeignOrigin } from './origin.ts';
import { readQuery } from './query.ts';
import type { Result } from './result.ts';

/** A request that passed the checks of its route; `handler.ts` gives its parts their types. */
export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly sessionCookie: SessionCookie;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: SessionCaller | IdTokenCaller | undefined;
  readonly now: Date;
}

/** What the checks need besides the event. */
interface RequestContext {
  readonly siteOrigin: string;
  /** Needed by every route that wants to know its caller. */
  readonly sessions: SessionStore | undefined;
  readonly now: Date;
}

const absent = { ok: true, value: undefined } as const;

/**
 * Reads an event by its route's row of the table. The cheap checks come first: a call that is
 * refused for its form never costs a read of the database.
 */
export async function readRequest(
  route: Route,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<Result<AnyRequest>> {
  const foreign = changesState(route) && refuseForeignOrigin(event.headers, context.siteOrigin);
  if (foreign) return { ok: false, refusal: foreign };
  const body = route.body ? readBody(event, route.body) : absent;
  if (!body.ok) return body;
  const query = route.query ? readQuery(event.rawQueryString, route.query) : absent;
  if (!query.ok) return query;
  const sessionCookie = readSessionCookie(event.cookies ?? [], context.siteOrigin);
  const caller = await readCaller(route, event.headers.authorization, sessionCookie, context);
  if (!caller.ok) return caller;
  return {
    ok: true,
    value: {
      method: event.requestContext.http.method,
      path: event.rawPath,
      headers: event.headers,
      sessionCookie,
      query: query.value,
      body: body.value,
      caller: caller.value,
      now: context.now,
    },
  };
}

/** Whether a call acts on behalf of whom the browser's cookie names, and changes something. */
function changesState(route: Route): boolean {
  return route.caller !== 'anyone' && (route.method === 'POST' || route.method === 'DELETE');
}

async function readCaller(
  route: Route,
  authorization: string | undefined,
  cookie: SessionCookie,
  { sessions, now }: RequestContext,
): Promise<Result<SessionCaller | IdTokenCaller | undefined>> {
  if (route.caller === 'anyone') return absent;
  if (!sessions) throw new TypeError('A route that knows its caller is wired without sessions.');
  return resolveCaller(route.caller, { authorization, cookie }, sessions, now);
}
