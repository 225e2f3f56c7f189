import type * as z from 'zod/mini';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { RouteName, routes } from '../../src/contract/routes.ts';
import type { Account, SessionStore } from '../domain/stores.ts';
import type { NewSession, SessionCookie } from './cookies.ts';

type Routes = typeof routes;

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

type Parsed<Name extends RouteName, Part extends 'body' | 'query'> =
  Routes[Name] extends Record<Part, infer Schema> ? Output<Schema> : undefined;

/** A caller known by a live session. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly account: Account;
}

/** A caller who presents an ID token, which nobody has verified yet. */
export interface IdTokenCaller {
  readonly kind: 'id-token';
  readonly idToken: string;
}

/** What a handler is told about its caller, by the route's `caller`. */
interface Callers {
  readonly anyone: undefined;
  readonly session: SessionCaller;
  readonly 'id-token-or-session': IdTokenCaller | SessionCaller;
}

/** A request whose parts were checked against the route's row of the table. */
export interface Request<Name extends RouteName> {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Names in lower case; a header that came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly sessionCookie: SessionCookie;
  readonly query: Parsed<Name, 'query'>;
  readonly body: Parsed<Name, 'body'>;
  readonly caller: Callers[Routes[Name]['caller']];
  /** When the request arrived: the only clock that a handler has. */
  readonly now: Date;
}

/** A refusal: the wrapper makes the error answer out of it. */
export interface Refusal {
  readonly problem: ProblemCode;
  /** One sentence for whoever called: what was wrong, what was expected, what to do. */
  readonly detail: string;
  /** The methods that the address does answer, for `method_not_allowed`. */
  readonly allow?: readonly string[];
}

/** An HTML page with the policy that holds for it (Content Security Policy Level 3). */
export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/**
 * What a reply says about the session: it begins, it has ended, or none was found. `missing` only
 * clears the hint: when the reply arrives, the browser may long have the cookie of a newer session.
 */
export type SessionChange = NewSession | 'ended' | 'missing';

interface Contents {
  readonly redirect: { readonly location: string };
  readonly page: { readonly page: HtmlPage };
  readonly nothing: object;
}

type Content<Body> = Body extends keyof Contents ? Contents[Body] : { readonly body: Output<Body> };

type Replies<Table> = {
  [Status in keyof Table]: Content<Table[Status]> & {
    readonly status: Status & number;
    /** What the wrapper sets or clears cookies for. */
    readonly session?: SessionChange;
  };
}[keyof Table];

/** What a handler answers: one of the replies in its row of the table, or a refusal. */
export type Reply<Name extends RouteName> = Replies<Routes[Name]['replies']> | Refusal;

/** A route's handler: everything it needs arrives in its two arguments. */
export type Handler<Name extends RouteName, Deps> = (
  request: Request<Name>,
  deps: Deps,
) => Reply<Name> | Promise<Reply<Name>>;

/** What the wrapper itself needs of a handler's dependencies, to know the caller. */
export type CallerDeps<Name extends RouteName> = Routes[Name]['caller'] extends 'anyone'
  ? object
  : { readonly sessions: SessionStore };
