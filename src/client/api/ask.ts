import type * as z from 'zod/mini';
import type { ReplyBody } from '../../contract/route.ts';
import { routes } from '../../contract/routes.ts';
import type { CallResult, Failure } from './call-result.ts';
import { readJson } from './call-result.ts';
import { type CallOptions, send } from './send.ts';

type Rows = typeof routes;

/** The routes that a page can ask: those that answer with JSON, or 204 with nothing. */
type AskableRoutes = {
  [Name in keyof Rows as Rows[Name]['replies'] extends
    | { 200: z.ZodMiniType }
    | { 201: z.ZodMiniType }
    | { 204: 'nothing' }
    ? Name
    : never]: Rows[Name];
};

export type Askable = keyof AskableRoutes;

/** What a call is answered with: `undefined` where the answer is that it is done. */
export type ReplyOf<Name extends Askable> = AskableRoutes[Name]['replies'] extends
  | { 200: infer Schema extends z.ZodMiniType }
  | { 201: infer Schema extends z.ZodMiniType }
  ? z.output<Schema>
  : undefined;

const malformed: Failure = { ok: false, kind: 'malformed' };

/**
 * Asks a route of the table and checks its answer against the table's schema. What is sent has been
 * given its types by whoever calls this: `call.ts` for the site, `flows-api.ts` for the flows.
 */
export function ask<Name extends Askable>(
  name: Name,
  sent: CallOptions,
): Promise<CallResult<ReplyOf<Name>>>;
export async function ask(name: Askable, sent: CallOptions): Promise<CallResult<unknown>> {
  const replies: Readonly<Record<number, ReplyBody>> = routes[name].replies;
  const answer = await send(name, 'application/json', sent);
  if (!answer.ok) return answer;
  const schema = replies[answer.value.status];
  if (schema === 'nothing') return { ok: true, value: undefined };
  if (typeof schema !== 'object') return malformed;
  const json = await readJson(answer.value);
  if (!json.ok) return json;
  const read = schema.safeParse(json.value);
  return read.success ? { ok: true, value: read.data } : malformed;
}
