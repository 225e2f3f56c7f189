import type * as z from 'zod/mini';
import type { LimitName } from './limits.ts';
import type { ProblemCode } from './problem.ts';
import type { ServiceScope } from './service-keys.ts';

/** Who may call a route; the Lambda wrapper refuses everyone else. */
export type Caller = 'anyone' | 'session' | 'id-token-or-session' | 'service-key' | 'access-token';

/** Which origin answers: that of the site, or the one of the flows. */
export type Audience = 'site' | 'flows';

/** What a status answers with: JSON of that schema, a file, a page, a redirect or nothing. */
export type ReplyBody = z.ZodMiniType | 'file' | 'page' | 'redirect' | 'nothing';

/** What a call brings: JSON of that schema, or bytes that the handler reads itself. */
export type RequestBody = z.ZodMiniType | 'bytes';

export interface Route {
  /** `ANY` is for the one route that answers what no other route does. */
  readonly method: 'GET' | 'POST' | 'DELETE' | 'ANY';
  /** A path as API Gateway writes it: `{name}` one segment, `{name+}` the rest. */
  readonly path: string;
  /** The handler's file under `functions/`, without its ending. */
  readonly file: string;
  /** Absent for the site. */
  readonly audience?: Audience;
  readonly caller: Caller;
  /** What a service key must be allowed, for the caller `service-key`. */
  readonly scope?: ServiceScope;
  /** Whether a call must bring an `Idempotency-Key`, so that its effect happens once. */
  readonly keyed?: true;
  /** What stands for the names in the path. */
  readonly params?: z.ZodMiniType;
  readonly query?: z.ZodMiniType;
  readonly body?: RequestBody;
  /** The largest body, in bytes, where it is not the usual one. */
  readonly maxBodyBytes?: number;
  /** Whether members that nobody knows may come along: its callers send whatever they have. */
  readonly ignoresUnknown?: true;
  /** The codes for fields of path or body whose faults have one of their own. */
  readonly fieldProblems?: Readonly<Record<string, ProblemCode>>;
  /** Whether its GET ends something, so that HEAD, which asks for a look only, is refused. */
  readonly withoutHead?: true;
  /** Whether its answers, or their errors, are in the language that the caller prefers. */
  readonly localized?: true;
  /** Whether a caller who accepts `text/csv` gets that instead of JSON. */
  readonly csv?: true;
  /**
   * What its calls are counted against; of a route with CSV, the calls for that. What only reads is
   * not counted, as counting writes: the write would cost more than the read that it saves.
   */
  readonly limit?: LimitName;
  readonly replies: Readonly<Record<number, ReplyBody>>;
}

/**
 * The methods that a row answers: GET has HEAD with it (RFC 9110, section 9.1), which the same
 * function answers, without the content.
 */
export function methodsOf({
  method,
  withoutHead,
}: Pick<Route, 'method' | 'withoutHead'>): readonly string[] {
  return method === 'GET' && !withoutHead ? ['GET', 'HEAD'] : [method];
}

/**
 * Whether a call acts for whom the browser's cookie names, and may change something, so that it must
 * come from our own pages. Anything but GET may: a method that nobody thought of is protected too.
 */
export function changesByCookie({ method, caller }: Pick<Route, 'method' | 'caller'>): boolean {
  return method !== 'GET' && (caller === 'session' || caller === 'id-token-or-session');
}
