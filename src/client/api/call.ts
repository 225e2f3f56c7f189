import { type Askable, ask, type CallInput, type ReplyOf } from './ask.ts';
import type { CallResult } from './call-result.ts';
import type { CallOptions } from './send.ts';

/** A route of the site's own origin that a page can ask. */
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
