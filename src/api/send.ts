import type { Language } from '../contract/language.ts';
import { type Problem, problemSchema } from '../contract/problem.ts';
import { routes } from '../contract/routes.ts';
import { requestedWithHeader } from '../contract/session.ts';

/** Why a call has no answer of use: a problem of the server's, no sense in it, or none at all. */
export type Failure =
  | {
      readonly ok: false;
      readonly reason: 'refused';
      readonly problem: Problem;
      /** After how many seconds to call again, where the server says so. */
      readonly retryAfterSeconds?: number;
    }
  | { readonly ok: false; readonly reason: 'malformed' | 'unreachable' };

/** What a call came to. */
export type Outcome<Value> = { readonly ok: true; readonly value: Value } | Failure;

/** What a call brings along. */
export interface Sent {
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as the Authorization header (RFC 6750, 2.1). */
  readonly bearer?: string;
  /** What stands for the names in the route's path. */
  readonly params?: Readonly<Record<string, string>>;
  /** What is asked for by name; a value that is undefined is left out. */
  readonly query?: Readonly<Record<string, string | undefined>>;
  /** Sent as the Idempotency-Key header: however often this comes, it happens once. */
  readonly idempotencyKey?: string;
  /** Ends the waiting; whether it also ends what was asked for is up to the server. */
  readonly signal?: AbortSignal;
  /** Who answers, where it is not the page's own origin, and in which language. */
  readonly other?: { readonly origin: string; readonly language: Language };
}

/** How long a call may take, in milliseconds: longer than API Gateway's own limit of 29 s. */
const timeoutMs = 31_000;

/** Sends a call of the table and reads its answer when it is a good one. */
export async function send<Value>(
  name: keyof typeof routes,
  accept: 'application/json' | 'text/csv' | '*/*',
  sent: Sent,
  read: (answer: Response) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  try {
    const answer = await fetch(addressOf(routes[name].path, sent), {
      method: routes[name].method,
      headers: { accept, ...headersOf(sent) },
      signal: AbortSignal.any([
        AbortSignal.timeout(timeoutMs),
        ...(sent.signal ? [sent.signal] : []),
      ]),
      ...(sent.body === undefined ? {} : { body: JSON.stringify(sent.body) }),
    });
    return answer.ok ? await read(answer) : await readProblem(answer);
  } catch {
    return { ok: false, reason: 'unreachable' };
  }
}

/** The address of a route, with what stands for its names, and with its query. */
function addressOf(template: string, { params = {}, query = {}, other }: Sent): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  const search = new URLSearchParams(given).toString();
  return `${other?.origin ?? ''}${path}${search === '' ? '' : `?${search}`}`;
}

/**
 * The other origin gets no more headers than a browser may send there (`src/contract/cors.ts`); ours
 * knows the page's language without being told.
 */
function headersOf({
  body,
  bearer,
  idempotencyKey,
  other,
}: Sent): Readonly<Record<string, string>> {
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
  const problem = problemSchema.safeParse(await answer.json().catch(() => undefined));
  if (!problem.success) return { ok: false, reason: 'malformed' };
  return { ok: false, reason: 'refused', problem: problem.data, ...waitOf(answer) };
}

/** The seconds of Retry-After (RFC 9110, section 10.2.3); our server never sends a date instead. */
function waitOf({ headers }: Response): { readonly retryAfterSeconds?: number } {
  const seconds = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(seconds) ? { retryAfterSeconds: Number(seconds) } : {};
}
