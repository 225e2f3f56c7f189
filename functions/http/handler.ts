import type * as z from 'zod/mini';
import type { Language } from '../../src/contract/language.ts';
import type { Counts } from '../../src/contract/metrics.ts';
import type { ProblemCode } from '../../src/contract/problem.ts';
import type { RefusalCode, Route } from '../../src/contract/route.ts';
import type { NewSession, SessionCookie } from './session-cookie.ts';

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;

type Parsed<R extends Route, Part extends 'body' | 'params' | 'query'> =
  R extends Record<Part, infer Schema>
    ? Schema extends 'bytes'
      ? Buffer
      : Output<Schema>
    : undefined;

interface Parts<R extends Route> {
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  /** Names in lower case; a header that came several times is joined by commas. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly sessionCookie: SessionCookie;
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** 1 to 255 printable characters without a space, where the route is keyed. */
  readonly idempotencyKey: R extends { readonly keyed: true } ? string : undefined;
  /** When the request arrived: the only clock that a handler has. */
  readonly now: Date;
}

type Localized<R extends Route> = R extends { readonly localized: true }
  ? { readonly language: Language }
  : unknown;

/**
 * A request whose parts were checked against its route.
 * @template Known what the wrapper knows about the caller
 */
export type Request<R extends Route, Known = unknown> = Parts<R> & Localized<R> & Known;

/** Facts about a reply or a refusal besides its content. */
export interface Remarks {
  /** Whether it repeats the first answer to an idempotency key. */
  readonly replayed?: boolean;
  /** The failure inside, also of a part that a reply does without, for the log alone. */
  readonly cause?: unknown;
  /** How many items nobody pays for; they count as failures. Without it a refusal counts as one. */
  readonly unpaidItems?: number | undefined;
  /** The events of this call to count besides a refusal; a repeated answer counts nothing again. */
  readonly counts?: Counts;
}

/** An expected refusal: the wrapper makes the error answer out of it. */
export interface Refusal<Code extends ProblemCode = ProblemCode> extends Remarks {
  readonly ok: false;
  readonly code: Code;
  /** One sentence for the caller: what was wrong, what was expected, what to do. */
  readonly detail: string;
  /** Whether it answers with the second status of its code. */
  readonly isFinal?: boolean;
  /** Headers that this refusal has besides those of every answer, such as `allow`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Facts for programs beside the sentence (RFC 9457, section 3.2), such as `available`. */
  readonly facts?: Readonly<Record<string, number | string>>;
}

/**
 * The result of reading a part of a request: its value, or the refusal that answers the request.
 */
export type Checked<Value, Code extends ProblemCode = ProblemCode> =
  | { readonly ok: true; readonly value: Value }
  | Refusal<Code>;

/** An HTML page with the policy that holds for it (Content Security Policy Level 3). */
export interface HtmlPage {
  readonly html: string;
  readonly contentSecurityPolicy: string;
}

/** A table as a file: the cells as text and numbers, not yet escaped. */
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
 * The change of the session in a reply: it begins, it has ended, or there was none. `missing` only
 * clears the hint: the browser may already have the cookie of a newer session.
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
  [Status in keyof Table]: Content<Table[Status]> &
    Remarks & {
      readonly status: Status & number;
      /** The session that the wrapper sets or clears cookies for. */
      readonly session?: SessionChange;
    };
}[keyof Table];

type CsvReply<R> = R extends { readonly csv: true }
  ? { readonly status: 200; readonly csv: CsvFile }
  : never;

/** A handler's result: a reply that its route lists, or a refusal with a code of its route. */
export type Reply<R extends Route> = Replies<R['replies']> | CsvReply<R> | Refusal<RefusalCode<R>>;

/** A route's handler: everything it needs arrives in its two arguments. */
export type Handler<R extends Route, Known, Deps> = (
  request: Request<R, Known>,
  deps: Deps,
) => Reply<R> | Promise<Reply<R>>;
