import type * as z from 'zod/mini';
import type { LimitName } from './limits.ts';
import type { ProblemCode } from './problem.ts';

/**
 * The kinds of callers of a route; the wrapper of a kind (`functions/callers/`) refuses all others.
 */
export type Caller = keyof typeof codesOfCallers;

/** The codes with which a wrapper can refuse its kind of caller, on any route. */
export const codesOfCallers = {
  anyone: [],
  session: ['session_required'],
  'id-token-or-session': ['session_required', 'token_invalid'],
  'service-key': ['scope_missing', 'service_key_invalid'],
  'access-token': ['access_token_invalid'],
  'access-token-or-key': [
    'access_token_invalid',
    'key_from_page',
    'key_not_allowed',
    'personal_key_invalid',
  ],
  'personal-key': ['key_from_page', 'personal_key_invalid'],
} as const satisfies Readonly<Record<string, readonly ProblemCode[]>>;

/** The codes with which a wrapper can refuse one kind of caller. */
export type CodeOfCaller<Name extends Caller> = (typeof codesOfCallers)[Name][number];

/**
 * The rights of a service key: to hold and settle credits, to grant them, to read its own holds, the
 * balance and the entries of users, and to find users by their e-mail addresses.
 */
export const serviceScopes = [
  'holds',
  'grants',
  'holds:read',
  'balances:read',
  'entries:read',
  'users:find',
] as const;

export type ServiceScope = (typeof serviceScopes)[number];

/** The origin that answers: that of the site, or that of the flows. */
export type Audience = 'site' | 'flows';

/**
 * The functions that answer calls on AWS, by what they hold: the site's reads and writes of a
 * session, services' calls, the keys of access tokens, the key of the payment service, the secret of
 * its webhooks, the calls of the flows' API, and the work of flows.
 */
export const functionNames = [
  'site',
  'services',
  'tokens',
  'payments',
  'paymentEvents',
  'flows',
  'runs',
] as const;

export type FunctionName = (typeof functionNames)[number];

/** The content of an answer: JSON of that schema, a file, a page, a redirect or nothing. */
export type ReplyBody = z.ZodMiniType | 'file' | 'page' | 'redirect' | 'nothing';

/** The content of a call: JSON of that schema, or bytes that the handler reads itself. */
export type RequestBody = z.ZodMiniType | 'bytes';

/** One call of the API: the browser, the server, the handler and the deployment read this value. */
export interface Route {
  /** The route's name in the log and in the OpenAPI document (`operationId`). */
  readonly name: string;
  /** A summary, in one line of English, for developers of services. */
  readonly summary: string;
  /** `ANY` is for the one route that answers all other requests. */
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY';
  /** A path as API Gateway writes it: `{name}` one segment, `{name+}` the rest. */
  readonly path: string;
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  /** Absent for the site. */
  readonly audience?: Audience;
  /** The function that answers it on AWS, where that is not the function of its kind of callers. */
  readonly runsIn?: FunctionName;
  readonly caller: Caller;
  /** The scope that a service key must have, for the caller `service-key`. */
  readonly scope?: ServiceScope;
  /** Whether a call must have an `Idempotency-Key`, so that its effect happens once. */
  readonly keyed?: true;
  /** The values for the names in the path. */
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: RequestBody;
  /** The largest body, in bytes, where it differs from the default. */
  readonly maxBodyBytes?: number;
  /** Whether a call may have unknown members, because its senders add their own. */
  readonly ignoresUnknown?: true;
  /** The codes of fields of path or body that have a code of their own. */
  readonly fieldProblems?: Readonly<Record<string, ProblemCode>>;
  /** The codes of its handler, besides those that follow from the rest of this row. */
  readonly refuses?: readonly ProblemCode[];
  /** Whether its GET ends something. HEAD is then refused, because it only asks for a look. */
  readonly withoutHead?: true;
  /** Whether its answers or errors are in the language of the caller. */
  readonly localized?: true;
  /** Whether a caller who accepts `text/csv` gets that instead of JSON. */
  readonly csv?: true;
  /**
   * The limit that counts its calls; of a route with CSV, only the calls for CSV. Reads are not
   * counted, because a count is a write and costs more than the read.
   */
  readonly limit?: LimitName;
  readonly replies: Readonly<Record<number, ReplyBody>>;
}

type Row = Omit<Route, 'name'>;

/**
 * A route as a value. `PURE` stands before each call, so that bundlers drop unused routes (esbuild
 * looks for `NO_SIDE_EFFECTS` in the same file only).
 * @param row must have no member that `Route` does not have
 */
export function route<const Name extends string, const Given extends Row>(
  name: Name,
  row: Given & Readonly<Record<Exclude<keyof Given, keyof Row>, never>>,
): Given & { readonly name: Name } {
  return { ...row, name };
}

/** The codes of a row's own fields and of its handler's own reasons. */
type OwnCodes<R extends Route> =
  | (R extends { readonly refuses: readonly (infer Code)[] } ? Code : never)
  | (R extends { readonly fieldProblems: infer Fields } ? Fields[keyof Fields] : never);

/** The codes that follow from the parts and the limit of a row. */
type CodesOfChecks<R extends Route> =
  | CodeOfCaller<R['caller']>
  | (R extends { readonly keyed: true } ? 'idempotency_key_invalid' : never)
  | (R extends { readonly limit: LimitName } ? 'rate_limited' : never)
  | (R extends { readonly query: z.ZodMiniType } ? 'query_invalid' : never)
  | (R extends { readonly body: RequestBody } ? 'payload_too_large' : never)
  | (R extends { readonly body: z.ZodMiniType }
      ? 'body_invalid' | 'body_not_json' | 'content_type_unsupported'
      : never);

/** The codes with which the handler of a route may refuse; any other does not compile. */
export type RefusalCode<R extends Route> = Extract<OwnCodes<R> | CodesOfChecks<R>, ProblemCode>;

/** The methods of a route. GET includes HEAD (RFC 9110, section 9.1), without the content. */
export function methodsOf({
  method,
  withoutHead,
}: Pick<Route, 'method' | 'withoutHead'>): readonly string[] {
  return method === 'GET' && !withoutHead ? ['GET', 'HEAD'] : [method];
}

/** The function that answers a route on AWS. */
export function functionOf({
  runsIn,
  audience,
  caller,
}: Pick<Route, 'runsIn' | 'audience' | 'caller'>): FunctionName {
  if (runsIn) return runsIn;
  if (audience === 'flows') return 'flows';
  return caller === 'service-key' || caller === 'personal-key' ? 'services' : 'site';
}

/** Whether a call changes something for the cookie's user: it must come from our own pages. */
export function changesByCookie({ method, caller }: Pick<Route, 'method' | 'caller'>): boolean {
  return method !== 'GET' && (caller === 'session' || caller === 'id-token-or-session');
}
