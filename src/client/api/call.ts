import type { routes } from '../../contract/routes.ts';
import { type Answer, type Askable, ask } from './ask.ts';
import type { Said } from './call-input.ts';
import type { Outcome } from './outcome.ts';
import type { Sent } from './send.ts';

/** The routes of the site's own origin that a page can ask. */
type Callable = {
  [Name in Askable]: (typeof routes)[Name] extends { readonly audience: 'flows' } ? never : Name;
}[Askable];

/** Those of them of which nothing has to be said. */
type Bare = {
  [Name in Callable]: Partial<Said<Name>> extends Said<Name> ? Name : never;
}[Callable];

/** Calls a route of the site's own origin and checks its answer against the table's schema. */
export function call<Name extends Bare>(
  name: Name,
  said?: Said<Name>,
): Promise<Outcome<Answer<Name>>>;
export function call<Name extends Callable>(
  name: Name,
  said: Said<Name>,
): Promise<Outcome<Answer<Name>>>;
export function call(name: Callable, said: Sent = {}): Promise<Outcome<unknown>> {
  return ask(name, said);
}
