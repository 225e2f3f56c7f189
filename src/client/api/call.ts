import type { routes } from '../../contract/routes.ts';
import { type Askable, ask, type ReplyOf } from './ask.ts';
import type { CallInput } from './call-input.ts';
import type { CallResult } from './call-result.ts';
import type { CallOptions } from './send.ts';

/** The routes of the site's own origin that a page can ask. */
type Callable = {
  [Name in Askable]: (typeof routes)[Name] extends { readonly audience: 'flows' } ? never : Name;
}[Askable];

/** Those of them of which nothing has to be said. */
type Bare = {
  [Name in Callable]: Partial<CallInput<Name>> extends CallInput<Name> ? Name : never;
}[Callable];

/** Calls a route of the site's own origin and checks its answer against the table's schema. */
export function call<Name extends Bare>(
  name: Name,
  said?: CallInput<Name>,
): Promise<CallResult<ReplyOf<Name>>>;
export function call<Name extends Callable>(
  name: Name,
  said: CallInput<Name>,
): Promise<CallResult<ReplyOf<Name>>>;
export function call(name: Callable, said: CallOptions = {}): Promise<CallResult<unknown>> {
  return ask(name, said);
}
