import type * as z from 'zod/mini';
import type { Route } from '../../contract/route.ts';

/** A part of a call as its route asks for it; a route without it asks for nothing. */
type PartOf<R, Part extends 'body' | 'params' | 'query'> = R extends {
  readonly [Name in Part]: infer Schema extends z.ZodMiniType;
}
  ? Optional<Part, z.input<Schema>>
  : unknown;

/** What may be left out is what may be empty. */
type Optional<Part extends string, Value> =
  Partial<Value> extends Value
    ? { readonly [Name in Part]?: Value }
    : { readonly [Name in Part]: Value };

type KeyOf<R> = R extends { readonly keyed: true } ? { readonly idempotencyKey: string } : unknown;

type BearerOf<R> = R extends { readonly caller: 'id-token-or-session' }
  ? { readonly bearer?: string }
  : unknown;

/** What a page says in a call of a route: what the route asks for, and no more. */
export type CallInput<R extends Route> = PartOf<R, 'body'> &
  PartOf<R, 'params'> &
  PartOf<R, 'query'> &
  KeyOf<R> &
  BearerOf<R> & {
    /** Ends the waiting; whether it also ends what was asked for is up to the server. */
    readonly signal?: AbortSignal;
  };
