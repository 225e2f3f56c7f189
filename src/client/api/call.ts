import type * as z from 'zod/mini';
import type { Route } from '../../contract/route.ts';
import { type CallResult, type Failure, readJson } from './call-result.ts';
import { type CallOptions, send } from './send.ts';

/** A route of the site's own origin that a page can call. */
type Callable = Askable & { readonly audience?: 'site' };

/** The input of a call, which may be left out where the route asks for nothing. */
type InputOf<R extends Callable> =
  Partial<CallInput<R>> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

/** Calls a route of the site's own origin and checks its answer against the route's schema. */
export function call<R extends Callable>(
  route: R,
  ...[input]: InputOf<R>
): Promise<CallResult<ReplyOf<R>>> {
  const options: CallOptions = input ?? {};
  return ask(route, options);
}

/** A route that a page can call: it replies with JSON, or 204 with nothing. */
export type Askable = Route & {
  readonly replies:
    | { readonly 200: z.ZodMiniType }
    | { readonly 201: z.ZodMiniType; readonly 202?: z.ZodMiniType }
    | { readonly 204: 'nothing' };
};

/** The value of a reply: `undefined` for a reply without a body. */
export type ReplyOf<R extends Askable> = OutputOf<R['replies'][keyof R['replies']]>;

type OutputOf<Reply> = Reply extends z.ZodMiniType ? z.output<Reply> : undefined;

const malformed: Failure = { ok: false, kind: 'malformed' };

/** Calls a route and checks its reply against the route's schema. The callers type the input. */
export function ask<R extends Askable>(
  route: R,
  sent: CallOptions,
): Promise<CallResult<ReplyOf<R>>>;
export async function ask(route: Route, sent: CallOptions): Promise<CallResult<unknown>> {
  const answer = await send(route, 'application/json', sent);
  if (!answer.ok) return answer;
  const schema = route.replies[answer.value.status];
  if (schema === 'nothing') return { ok: true, value: undefined };
  if (typeof schema !== 'object') return malformed;
  const json = await readJson(answer.value);
  if (!json.ok) return json;
  const read = schema.safeParse(json.value);
  return read.success ? { ok: true, value: read.data } : malformed;
}

/** A part of a call's input, as its route's schema has it. */
type PartOf<R, Part extends 'body' | 'params' | 'query'> = R extends {
  readonly [Name in Part]: infer Schema extends z.ZodMiniType;
}
  ? Optional<Part, z.input<Schema>>
  : unknown;

/** A part may be left out when it may be empty. */
type Optional<Part extends string, Value> =
  Partial<Value> extends Value
    ? { readonly [Name in Part]?: Value }
    : { readonly [Name in Part]: Value };

type KeyOf<R> = R extends { readonly keyed: true } ? { readonly idempotencyKey: string } : unknown;

type BearerOf<R> = R extends { readonly caller: 'id-token-or-session' }
  ? { readonly bearer?: string }
  : unknown;

/** The input of a call: what its route asks for, and no more. */
export type CallInput<R extends Route> = PartOf<R, 'body'> &
  PartOf<R, 'params'> &
  PartOf<R, 'query'> &
  KeyOf<R> &
  BearerOf<R> & {
    /** Ends the waiting. The server may still do what was asked. */
    readonly signal?: AbortSignal;
  };
