import type * as z from 'zod/mini';
import { type ReplyBody, routes } from '../contract/routes.ts';
import { type Outcome, type Sent, send } from './send.ts';

/** The routes that a page can call: those that answer with JSON, or 204 with nothing. */
type CallableRoutes = {
  [Name in keyof typeof routes as (typeof routes)[Name]['replies'] extends
    | { 200: z.ZodMiniType }
    | { 201: z.ZodMiniType }
    | { 204: 'nothing' }
    ? Name
    : never]: (typeof routes)[Name];
};

/** What a call is answered with: `undefined` where the answer is that it is done. */
export type Answer<Name extends keyof CallableRoutes> = CallableRoutes[Name]['replies'] extends
  | { 200: infer Schema extends z.ZodMiniType }
  | { 201: infer Schema extends z.ZodMiniType }
  ? z.infer<Schema>
  : undefined;

export type Callable = keyof CallableRoutes;

/** Calls a route of the table and checks its answer against the table's schema. */
export function call<Name extends Callable>(
  name: Name,
  sent: Sent = {},
): Promise<Outcome<Answer<Name>>> {
  const replies: Readonly<Record<number, ReplyBody>> = routes[name].replies;
  return send(name, 'application/json', sent, async (answer) => {
    const schema = replies[answer.status];
    if (schema === 'nothing') return { ok: true, value: undefined as Answer<Name> };
    if (typeof schema !== 'object') return { ok: false, reason: 'malformed' };
    const read = schema.safeParse(await answer.json().catch(() => undefined));
    if (!read.success) return { ok: false, reason: 'malformed' };
    return { ok: true, value: read.data as Answer<Name> };
  });
}
