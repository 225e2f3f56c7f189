import type { Language } from '../../contract/language.ts';
import { problemSchema } from '../../contract/problem.ts';
import type { Route } from '../../contract/route.ts';
import { requestedWithHeader } from '../../contract/sign-in.ts';
import { type CallResult, type Failure, readJson, settle } from './call-result.ts';

/** The options of all calls. `CallInput` says what the call of a certain route sends. */
export interface CallOptions {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as the Authorization header (RFC 6750, 2.1). */
  readonly bearer?: string;
  /** The values of the names in the route's path. */
  readonly params?: object;
  /** The query parameters; those that are undefined are left out. */
  readonly query?: object;
  /** Sent as the Idempotency-Key header, so that repeated calls have the effect of one. */
  readonly idempotencyKey?: string;
  /** Ends the waiting. The server may still do what was asked. */
  readonly signal?: AbortSignal;
  /** The origin, where it is not the page's own, and the language of its reply. */
  readonly other?: { readonly origin: string; readonly language: Language };
}

/** How long a call may take, in milliseconds: longer than API Gateway's own limit of 29 s. */
const timeoutMs = 31_000;

/**
 * Calls a route.
 * @returns a successful reply, whose body is still to come, or why there is none
 * @throws a TypeError when a name of the route's path has no value
 */
export async function send(
  route: Route,
  accept: 'application/json' | 'text/csv' | '*/*',
  sent: CallOptions,
): Promise<CallResult<Response>> {
  const address = addressOf(route, sent);
  const options = {
    method: route.method,
    headers: { accept, ...headersOf(sent) },
    signal: AbortSignal.any([
      AbortSignal.timeout(timeoutMs),
      ...(sent.signal ? [sent.signal] : []),
    ]),
    ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
  };
  const answer = await settle(fetch(address, options));
  return answer.ok && !answer.value.ok ? readProblem(answer.value) : answer;
}

/** The address of a route, with the values of its names and its query. */
function addressOf(route: Route, { params = {}, query = {}, other }: CallOptions): string {
  const values = new Map<string, unknown>(Object.entries(params));
  const path = route.path.replace(/\{(\w+)\+?\}/g, (_, name: string) => {
    const value = values.get(name);
    if (typeof value !== 'string') throw new TypeError(`A call of ${route.name} says no ${name}.`);
    return encodeURIComponent(value);
  });
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given).toString();
  return `${other?.origin ?? ''}${path}${search === '' ? '' : `?${search}`}`;
}

/** The other origin gets only the headers that a browser may send there (`contract/cors.ts`). */
function headersOf({
  body,
  bearer,
  idempotencyKey,
  other,
}: CallOptions): Readonly<Record<string, string>> {
  return {
    ...(other
      ? { 'accept-language': other.language }
      : { [requestedWithHeader.name]: requestedWithHeader.value }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
    ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
  };
}

async function readProblem(answer: Response): Promise<Failure> {
  const json = await readJson(answer);
  if (!json.ok) return json;
  const problem = problemSchema.safeParse(json.value);
  if (!problem.success) return { ok: false, kind: 'malformed' };
  return { ok: false, kind: 'refused', problem: problem.data, ...waitOf(answer) };
}

/** The seconds of Retry-After (RFC 9110, section 10.2.3); our server never sends a date instead. */
function waitOf({ headers }: Response): { readonly retryAfterSeconds?: number } {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(seconds) ? { retryAfterSeconds: Number(seconds) } : {};
}
