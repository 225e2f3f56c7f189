import { changesByCookie, type Route } from '../../src/contract/route.ts';
import { requestedWithHeader } from '../../src/contract/sign-in.ts';
import { readBytes, readJson } from './body.ts';
import type { Checked, Refusal } from './handler.ts';
import { preferredLanguage } from './negotiation.ts';
import { readIdempotencyKey, readParams, readQuery } from './parameters.ts';
import { readSessionCookie, type SessionCookie } from './session-cookie.ts';

/** Facts about a request that only its platform knows. */
export interface Arrival {
  /** The name of the request in the log, in its answer, and in problems. */
  readonly requestId: string;
  /** The address at the other end of the connection. */
  readonly sourceAddress: string;
}

/** A request on its way to a handler, taken apart and not yet checked. */
export interface Call extends Arrival {
  readonly request: Request;
  /** The path without the query, percent-encoded. */
  readonly path: string;
  /** The query without its question mark, percent-encoded. */
  readonly query: string;
  /** Names in lower case; a header that came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly pathParameters: Readonly<Record<string, string>>;
  readonly now: Date;
}

/** The ids by which a caller can be known. */
export interface Credentials {
  readonly authorization: string | undefined;
  /** Absent at the origin of the flows, which reads no cookie. */
  readonly cookie: SessionCookie;
}

/** Identifies the caller, or refuses the call; `functions/callers/` has one for each kind. */
export type Identify<Known> = (
  credentials: Credentials,
  now: Date,
  call: Call,
) => Promise<Checked<Known>>;

/** Counts a call of a known caller, and refuses a call beyond the limit. */
export type Limit<Known> = (call: Call, known: Known) => Promise<Refusal | undefined>;

/** The largest body of a call, in bytes, by its path; nothing where that of the route holds. */
export type BodyLimit = (call: Pick<Call, 'pathParameters'>) => number | undefined;

/** How the calls of a route are read: by whom they may come, how often, and how large. */
export interface Reading<Known> {
  readonly identify: Identify<Known>;
  readonly limit?: Limit<Known>;
  readonly maxBodyBytes?: BodyLimit | undefined;
}

const absent = { ok: true, value: undefined } as const;

/**
 * Reads a call as its route says: first the origin, then the caller, then the content. The order
 * of the content is path, query, key and body. So a stranger learns only that the call is not
 * theirs to make. A known caller's mistake before the body costs one read of a session or key. The
 * call is counted before its body is read and parsed, which may cost a second of processor.
 */
export async function readRequest<Known>(
  route: Route,
  call: Call,
  { siteOrigin, identify, limit, maxBodyBytes }: Reading<Known> & { readonly siteOrigin: string },
) {
  const {
    headers: { cookie, ...headers },
    now,
  } = call;
  const foreign = changesByCookie(route) && refuseForeignOrigin(headers, siteOrigin);
  if (foreign) return foreign;
  const cookies = route.audience === 'flows' ? [] : (cookie?.split(';') ?? []);
  const sessionCookie = readSessionCookie(cookies, siteOrigin);
  const { authorization } = headers;
  const known = await identify({ authorization, cookie: sessionCookie }, now, call);
  if (!known.ok) return known;
  const params = route.params
    ? readParams(call.pathParameters, route.params, route.fieldProblems)
    : absent;
  if (!params.ok) return params;
  const query = route.query ? readQuery(call.query, route.query) : absent;
  if (!query.ok) return query;
  const key = route.keyed ? readIdempotencyKey(headers) : absent;
  if (!key.ok) return key;
  const excess = await limit?.(call, known.value);
  if (excess) return excess;
  const body = await readBody(route, call, maxBodyBytes?.(call));
  if (!body.ok) return body;
  const value = {
    method: call.request.method,
    path: call.path,
    headers,
    sessionCookie,
    params: params.value,
    query: query.value,
    body: body.value,
    idempotencyKey: key.value,
    ...(route.localized ? { language: preferredLanguage(headers['accept-language']) } : {}),
    now,
    ...known.value,
  };
  return { ok: true, value } as const;
}

async function readBody(
  { body: schema, fieldProblems, maxBodyBytes: routeBytes }: Route,
  { request, headers }: Call,
  maxBodyBytes = routeBytes,
): Promise<Checked<unknown>> {
  if (schema === undefined) return absent;
  const bytes = await readBytes(request, maxBodyBytes);
  if (!bytes.ok || schema === 'bytes') return bytes;
  // A coding makes other content of JSON (RFC 9110, section 8.4).
  const { 'content-encoding': coding = 'identity', 'content-type': type } = headers;
  const isPlain = coding.toLowerCase() === 'identity';
  return readJson(bytes.value, isPlain ? type : undefined, schema, fieldProblems);
}

/**
 * Refuses a state-changing call that did not come from a script of our own pages. Three signs are
 * independent. `Origin` names the page. `Sec-Fetch-Site`, absent in old browsers, names the
 * relation. A form cannot set our own header; its value does not matter, because another origin
 * would not pass the preflight for it.
 */
function refuseForeignOrigin(
  headers: Readonly<Record<string, string | undefined>>,
  siteOrigin: string,
): Refusal | undefined {
  if (headers.origin !== siteOrigin) return foreign(`The Origin header must be ${siteOrigin}.`);
  if ((headers['sec-fetch-site'] ?? 'same-origin') !== 'same-origin') {
    return foreign('The Sec-Fetch-Site header must be same-origin.');
  }
  const { name, value } = requestedWithHeader;
  if (headers[name]) return undefined;
  return foreign(`The header ${name} must be present, as in "${name}: ${value}".`);
}

function foreign(detail: string): Refusal {
  return { ok: false, code: 'origin_refused', detail };
}
