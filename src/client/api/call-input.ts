import type * as z from 'zod/mini';
import type { routes } from '../../contract/routes.ts';

type Rows = typeof routes;

/** A part of a call as its row of the table asks for it; a row without it asks for nothing. */
type PartOf<Row, Part extends 'body' | 'params' | 'query'> = Row extends {
  readonly [Name in Part]: infer Schema extends z.ZodMiniType;
}
  ? Optional<Part, z.input<Schema>>
  : unknown;

/** What may be left out is what may be empty. */
type Optional<Part extends string, Value> =
  Partial<Value> extends Value
    ? { readonly [Name in Part]?: Value }
    : { readonly [Name in Part]: Value };

type KeyOf<Row> = Row extends { readonly keyed: true }
  ? { readonly idempotencyKey: string }
  : unknown;

type BearerOf<Row> = Row extends { readonly caller: 'id-token-or-session' }
  ? { readonly bearer?: string }
  : unknown;

/** What a page says in a call of a route: what its row of the table asks for, and no more. */
export type CallInput<Name extends keyof Rows> = PartOf<Rows[Name], 'body'> &
  PartOf<Rows[Name], 'params'> &
  PartOf<Rows[Name], 'query'> &
  KeyOf<Rows[Name]> &
  BearerOf<Rows[Name]> & {
    /** Ends the waiting; whether it also ends what was asked for is up to the server. */
    readonly signal?: AbortSignal;
  };
