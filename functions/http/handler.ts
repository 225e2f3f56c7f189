import type * as z from 'zod/mini';
import type { LimitName } from '../../src/contract/limits.ts';
import type { Counts } from '../../src/contract/metrics.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { RouteName, routes } from '../../src/contract/routes.ts';
import type { Account } from '../domain/account/sign-in.ts';
import type { Access, ServiceKey, ServiceKeyStore } from '../domain/session/credentials.ts';
import type { BucketStore } from '../domain/session/rate-limit.ts';
import type { SessionStore, StoredSession } from '../domain/session/session.ts';
import type { NewSession, SessionCookie } from './cookies.ts';
import type { LimitExceeded } from './rate-limit.ts';

type Routes = typeof routes;

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

type Parsed<Name extends RouteName, Part extends 'body' | 'params' | 'query'> =
  Routes[Name] extends Record<Part, infer Schema>
    ? Schema extends 'bytes'
      ? Buffer
      : Output<Schema>
    : undefined;

/** A caller known by a live session. */
export interface SessionCaller {
  readonly kind: 'session';
  readonly session: Pick<StoredSession, 'id' | 'userId' | 'createdAt'>;
  readonly account: Account;
}

/** A caller who presents an ID token, which nobody has verified yet. */
export interface IdTokenCaller {
  readonly kind: 'id-token';
  readonly idToken: string;
}

/** A service that calls with a key that allows what the route does. */
export interface ServiceCaller {
  readonly kind: 'service-key';
  readonly key: ServiceKey;
}

/** A caller known by an access token whose session is live. */
export interface AccessTokenCaller extends Omit<SessionCaller, 'kind'> {
  readonly kind: 'access-token';
}

/** What a handler is told about its caller, by the route's `caller`. */
interface Callers {
  readonly anyone: undefined;
  readonly session: SessionCaller;
  readonly 'id-token-or-session': IdTokenCaller | SessionCaller;
  readonly 'service-key': ServiceCaller;
  readonly 'access-token': AccessTokenCaller;
}

/** A request whose parts were checked against the route's row of the table. */
export interface Request<Name extends RouteName> {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Names in lower case; a header that came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly sessionCookie: SessionCookie;
  readonly params: Parsed<Name, 'params'>;
  readonly query: Parsed<Name, 'query'>;
  readonly body: Parsed<Name, 'body'>;
  readonly caller: Callers[Routes[Name]['caller']];
  /** 1 to 255 printable characters without a space, where the route is keyed. */
  readonly idempotencyKey: Routes[Name] extends { readonly keyed: true } ? string : undefined;
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
  /** Facts for programs beside the sentence (RFC 9457, section 3.2), such as `available`. */
  readonly facts?: Readonly<Record<string, number>>;
  /** Whether it is the first answer to an idempotency key, given again. */
  readonly replayed?: boolean;
  /** Which limit the call met, for `rate_limited`. */
  readonly excess?: LimitExceeded;
  /** When to call again, in whole seconds from now. */
  readonly retryAfterSeconds?: number;
  /** What went wrong inside, for the log alone. */
  readonly cause?: unknown;
}

/** An HTML page with the policy that holds for it (Content Security Policy Level 3). */
export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** A table as a file: the cells as they are meant, before any are made safe. */
export interface CsvFile {
  readonly name: string;
  readonly rows: readonly (readonly CsvCell[])[];
  /** Where the rest is, when the file is cut off: a path with its query. */
  readonly next?: string;
}

/** Bytes that a browser saves and never shows or runs. */
export interface SavedFile {
  readonly name: string;
  readonly mediaType: string;
  readonly content: Uint8Array;
}

/** A cell; numbers stay numbers to whoever opens the file. */
export type CsvCell = string | number;

/**
 * What a reply says about the session: it begins, it has ended, or none was found. `missing` only
 * clears the hint: when the reply arrives, the browser may long have the cookie of a newer session.
 */
export type SessionChange = NewSession | 'ended' | 'missing';

interface Contents {
  readonly redirect: { readonly location: string };
  readonly file: { readonly file: SavedFile };
  readonly page: { readonly page: HtmlPage };
  readonly nothing: object;
}

type Content<Body> = Body extends keyof Contents ? Contents[Body] : Json<Body>;

interface Json<Body> {
  readonly body: Output<Body>;
  /** The name under which a browser saves the answer instead of showing it. */
  readonly fileName?: string;
}

type Replies<Table> = {
  [Status in keyof Table]: Content<Table[Status]> & {
    readonly status: Status & number;
    /** What the wrapper sets or clears cookies for. */
    readonly session?: SessionChange;
    /** Whether it is the first answer to an idempotency key, given again. */
    readonly replayed?: boolean;
    /** What has happened by this call; of a replayed answer nothing is counted again. */
    readonly counts?: Counts;
  };
}[keyof Table];

type CsvReply<Row> = Row extends { readonly csv: true }
  ? { readonly status: 200; readonly csv: CsvFile }
  : never;

/** What a handler answers: one of the replies in its row of the table, or a refusal. */
export type Reply<Name extends RouteName> =
  | Replies<Routes[Name]['replies']>
  | CsvReply<Routes[Name]>
  | Refusal;

/** A route's handler: everything it needs arrives in its two arguments. */
export type Handler<Name extends RouteName, Deps> = (
  request: Request<Name>,
  deps: Deps,
) => Reply<Name> | Promise<Reply<Name>>;

/** What the wrapper itself needs of a handler's dependencies, to know the caller. */
export type CallerDeps<Name extends RouteName> = Routes[Name]['caller'] extends 'anyone'
  ? object
  : Routes[Name]['caller'] extends 'service-key'
    ? { readonly serviceKeys: ServiceKeyStore }
    : Routes[Name]['caller'] extends 'access-token'
      ? { readonly access: Access }
      : { readonly sessions: SessionStore };

/** What it needs besides, to count the calls of a route that has a limit. */
export type LimitDeps<Name extends RouteName> = Routes[Name] extends { readonly limit: LimitName }
  ? { readonly buckets: BucketStore }
  : object;
