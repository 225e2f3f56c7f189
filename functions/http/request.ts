import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { changesByCookie, type Route } from '../../src/contract/route.ts';
import { requestedWithHeader } from '../../src/contract/sign-in.ts';
import { readBody, readBytes, refuseTold, stopReading, tooComplex } from './body.ts';
import type { Checked, Refusal } from './handler.ts';
import { preferredLanguage } from './negotiation.ts';
import { readIdempotencyKey, readParams, readQuery } from './parameters.ts';
import { readSessionCookie, type SessionCookie } from './session-cookie.ts';

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
  event: APIGatewayProxyEventV2,
) => Promise<Checked<Known>>;

/** Counts a call of a known caller, and refuses a call beyond the limit. */
export type Limit<Known> = (
  event: APIGatewayProxyEventV2,
  known: Known,
  now: Date,
) => Promise<Refusal | undefined>;

/** The largest body of a call, in bytes, by its path; nothing where that of the route holds. */
export type BodyLimit = (
  event: Pick<APIGatewayProxyEventV2, 'pathParameters'>,
) => number | undefined;

/** How the calls of a route are read: by whom they may come, how often, and how large. */
export interface Reading<Known> {
  readonly identify: Identify<Known>;
  readonly limit?: Limit<Known>;
  readonly maxBodyBytes?: BodyLimit | undefined;
}

/** The members of an event that hold its body. */
export type BodyFields = Pick<APIGatewayProxyEventV2, 'body' | 'isBase64Encoded'>;

/** The local gateway's context before it has read a large body: Lambda has read all. */
export interface LateBody {
  /**
   * Reads the body. It never resolves when that fails; the gateway then answers the call.
   * @param stop says of each chunk whether the rest need not be read
   * @returns nothing when it was stopped
   */
  readonly readBody?: ReadBody | undefined;
}

type ReadBody = (stop: (chunk: Buffer) => boolean) => Promise<BodyFields | undefined>;

const absent = { ok: true, value: undefined } as const;

/**
 * Reads an event as its route says: first the origin, then the caller, then the content. The order
 * of the content is path, query, key and body. So a stranger learns only that the call is not
 * theirs to make. A known caller's mistake before the body costs one read of a session or key. The
 * call is counted before its body is parsed, which may cost a second of processor.
 */
export async function readRequest<Known>(
  route: Route,
  event: APIGatewayProxyEventV2,
  {
    siteOrigin,
    identify,
    limit,
    maxBodyBytes,
    readBody: readLate,
    now,
  }: Reading<Known> & LateBody & { readonly siteOrigin: string; readonly now: Date },
) {
  const foreign = changesByCookie(route) && refuseForeignOrigin(event.headers, siteOrigin);
  if (foreign) return foreign;
  const { headers } = event;
  const cookies = route.audience === 'flows' ? [] : (event.cookies ?? []);
  const sessionCookie = readSessionCookie(cookies, siteOrigin);
  const { authorization } = headers;
  const known = await identify({ authorization, cookie: sessionCookie }, now, event);
  if (!known.ok) return known;
  const params = route.params ? readParams(event, route.params, route.fieldProblems) : absent;
  if (!params.ok) return params;
  const query = route.query ? readQuery(event.rawQueryString, route.query) : absent;
  if (!query.ok) return query;
  const key = route.keyed ? readIdempotencyKey(headers) : absent;
  if (!key.ok) return key;
  const excess = await limit?.(event, known.value, now);
  if (excess) return excess;
  const body = await readRequestBody(route, event, maxBodyBytes?.(event), readLate);
  if (!body.ok) return body;
  const value = {
    method: event.requestContext.http.method,
    path: event.rawPath,
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

async function readRequestBody(
  { body, fieldProblems, maxBodyBytes: routeBytes }: Route,
  event: APIGatewayProxyEventV2,
  maxBodyBytes = routeBytes,
  readLate?: LateBody['readBody'],
): Promise<Checked<unknown>> {
  if (body === undefined) return absent;
  const tooLarge = refuseTold(event, maxBodyBytes);
  if (tooLarge) return tooLarge;
  const late = await readLate?.(stopReading(event));
  if (readLate && !late) return tooComplex;
  const whole = { ...event, ...late };
  if (body === 'bytes') return readBytes(whole, maxBodyBytes);
  return readBody(whole, body, fieldProblems, maxBodyBytes);
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
