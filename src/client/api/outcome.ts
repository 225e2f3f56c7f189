import type { Problem } from '../../contract/problem.ts';

/** A problem that the server answered with. */
export interface Refused {
  readonly ok: false;
  readonly reason: 'refused';
  readonly problem: Problem;
  /** After how many seconds to call again, where the server says so. */
  readonly retryAfterSeconds?: number;
}

/** Why a call has no answer of use: a problem of the server's, no sense in it, or none at all. */
export type Failure =
  | Refused
  | { readonly ok: false; readonly reason: 'malformed' | 'unreachable' };

/** What a call came to. */
export type CallResult<Value> = { readonly ok: true; readonly value: Value } | Failure;
