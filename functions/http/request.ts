import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { changesByCookie, type Route } from '../../src/contract/route.ts';
import type { Access, ServiceKeyStore } from '../domain/session/credentials.ts';
import type { SessionStore } from '../domain/session/session.ts';
import { resolveAccess } from './access.ts';
import { readBody, readBytes } from './body.ts';
import { resolveCaller } from './caller.ts';
import { readSessionCookie, type SessionCookie } from './cookies.ts';
import type { AccessTokenCaller, IdTokenCaller, ServiceCaller, SessionCaller } from './handler.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { refuseForeignOrigin } from './origin.ts';
import { readParams } from './params.ts';
import { readQuery } from './query.ts';
import type { Checked } from './result.ts';
import { resolveService } from './service.ts';

/** A request that passed the checks of its route; `handler.ts` gives its parts their types. */
export interface AnyRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly sessionCookie: SessionCookie;
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly caller: AnyCaller | undefined;
  readonly idempotencyKey: string | undefined;
  readonly now: Date;
}

type AnyCaller = SessionCaller | IdTokenCaller | ServiceCaller | AccessTokenCaller;

/** Where callers are looked up: each route is wired with those that its `caller` needs. */
export interface CallerStores {
  readonly sessions?: SessionStore;
  readonly access?: Access;
  readonly serviceKeys?: ServiceKeyStore;
}

/** What the checks need besides the event. */
interface RequestContext {
  readonly siteOrigin: string;
  readonly stores: CallerStores;
  readonly now: Date;
}

const absent = { ok: true, value: undefined } as const;

/**
 * Reads an event by its route's row of the table: from where it was sent, who calls, and only then
 * what is asked, in the order of path, query, key and body. So a stranger learns nothing from a
 * call but that it is not theirs to make; for all that a known caller gets wrong, one session or
 * key is read.
 */
export async function readRequest(
  route: Route,
  event: APIGatewayProxyEventV2,
  context: RequestContext,
): Promise<Checked<AnyRequest>> {
  const foreign = changesByCookie(route) && refuseForeignOrigin(event.headers, context.siteOrigin);
  if (foreign) return { ok: false, refusal: foreign };
  const cookies = route.audience === 'flows' ? [] : (event.cookies ?? []);
  const sessionCookie = readSessionCookie(cookies, context.siteOrigin);
  const caller = await readCaller(route, event.headers.authorization, sessionCookie, context);
  if (!caller.ok) return caller;
  const params = route.params ? readParams(event, route.params, route.fieldProblems) : absent;
  if (!params.ok) return params;
  const query = route.query ? readQuery(event.rawQueryString, route.query) : absent;
  if (!query.ok) return query;
  const key = route.keyed ? readIdempotencyKey(event.headers) : absent;
  if (!key.ok) return key;
  const body = readRequestBody(route, event);
  if (!body.ok) return body;
  return {
    ok: true,
    value: {
      method: event.requestContext.http.method,
      path: event.rawPath,
      headers: event.headers,
      sessionCookie,
      params: params.value,
      query: query.value,
      body: body.value,
      caller: caller.value,
      idempotencyKey: key.value,
      now: context.now,
    },
  };
}

function readRequestBody(route: Route, event: APIGatewayProxyEventV2): Checked<unknown> {
  if (route.body === undefined) return absent;
  if (route.body === 'bytes') return readBytes(event, route.maxBodyBytes);
  return readBody(event, route.body, route);
}

async function readCaller(
  route: Route,
  authorization: string | undefined,
  cookie: SessionCookie,
  { stores: { sessions, serviceKeys, access }, now }: RequestContext,
): Promise<Checked<AnyCaller | undefined>> {
  if (route.caller === 'anyone') return absent;
  if (route.caller === 'access-token') {
    if (!access) throw new TypeError('A route for access tokens is wired without their keys.');
    return resolveAccess(authorization, access, now);
  }
  if (route.caller === 'service-key') {
    if (!serviceKeys) throw new TypeError('A route for services is wired without their keys.');
    return resolveService(authorization, route.scope, serviceKeys);
  }
  if (!sessions) throw new TypeError('A route that knows its caller is wired without sessions.');
  return resolveCaller(route.caller, { authorization, cookie }, sessions, now);
}
