import type * as z from 'zod/mini';
import { routes } from '../contract/routes.ts';
import { type Outcome, type Sent, send } from './send.ts';

/** The routes that a page can call: those that answer 200 with JSON, or 204 with nothing. */
type CallableRoutes = {
  [Name in keyof typeof routes as (typeof routes)[Name]['replies'] extends
    | { 200: z.ZodMiniType }
    | { 204: 'nothing' }
    ? Name
    : never]: (typeof routes)[Name];
};

/** What a call is answered with: `undefined` where the answer is that it is done. */
type Answer<Name extends keyof CallableRoutes> = CallableRoutes[Name]['replies'] extends {
  200: infer Schema extends z.ZodMiniType;
}
  ? z.infer<Schema>
  : undefined;

/** Calls a route of the table and checks its answer against the table's schema. */
export function call<Name extends keyof CallableRoutes>(
  name: Name,
  sent: Sent = {},
): Promise<Outcome<Answer<Name>>> {
  const replies: Readonly<Record<number, unknown>> & { 200?: z.ZodMiniType } = routes[name].replies;
  return send(name, 'application/json', sent, async (answer) => {
    const read = replies[200]?.safeParse(await answer.json().catch(() => undefined));
    if (read && !read.success) return { ok: false, reason: 'malformed' };
    return { ok: true, value: read?.data as Answer<Name> };
  });
}
